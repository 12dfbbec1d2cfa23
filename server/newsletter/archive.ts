import { findIssue, listIssues } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema.ts";
import type { IssueContent } from "./content.ts";
import { type Briefing, selectBriefing } from "./issues/briefing.ts";
import { formatDate } from "./issues/issueSchedule.ts";
import type { BriefedEdition } from "./templates/letter.ts";

/** Past issues of an edition's briefing, for its pages. */
export interface PastIssues {
  title: string;
  /** Returns up to two years of issues, newest first. */
  list(): Promise<ArchivedIssue[]>;
  /** Returns null if there is none on that date. */
  issue(date: string): Promise<IssuePage | null>;
}

interface ArchivedIssue {
  /** Such as 2025-04-17. */
  date: string;
  /** Such as "Thursday, April 17, 2025". */
  day: string;
  subject: string;
}

/** Issue with all sections. */
export interface IssuePage extends ArchivedIssue {
  briefing: Briefing;
}

const MAX_LISTED = 731;

export function createPastIssues({ newsletter, language, id }: BriefedEdition, database: Database): PastIssues {
  return {
    title: newsletter.title,
    async list() {
      const issues = await listIssues(database, id, MAX_LISTED);
      return issues.map(({ date, subject }) => ({ date, subject, day: formatDate(date, language) }));
    },
    async issue(date) {
      const issue = /^\d{4}-\d\d-\d\d$/.test(date) ? await findIssue(database, id, date) : undefined;
      if (!issue) return null;
      const content = JSON.parse(issue.content) as IssueContent;
      const briefing = selectBriefing(content, null, newsletter.storiesPerSection);
      return { date, day: formatDate(date, language), subject: issue.subject, briefing };
    },
  };
}
