import { issueOn, issuesOf } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema.ts";
import { type Briefing, briefingFor } from "./briefing.ts";
import type { IssueContent } from "./content.ts";
import { type BriefedEdition, dayOf } from "./templates/letter.ts";

/** The issues of an edition's briefing, for its pages. */
export interface PastIssues {
  title: string;
  /** The newest first. */
  list(): Promise<ArchivedIssue[]>;
  /** Null where the day has none. */
  issue(date: string): Promise<IssuePage | null>;
}

export interface ArchivedIssue {
  /** Such as 2025-04-17. */
  date: string;
  /** "Thursday, April 17, 2025". */
  day: string;
  subject: string;
}

/** An issue as those get it who chose no sections. */
export interface IssuePage extends ArchivedIssue {
  briefing: Briefing;
}

/** Two years of daily issues. */
const LISTED = 731;

export function pastIssuesOf(edition: BriefedEdition, database: Database): PastIssues {
  const { newsletter, language, id } = edition;
  return {
    title: newsletter.title,
    async list() {
      const issues = await issuesOf(database, id, LISTED);
      return issues.map(({ date, subject }) => ({ date, subject, day: dayOf(date, language) }));
    },
    async issue(date) {
      const issue = /^\d{4}-\d\d-\d\d$/.test(date) ? await issueOn(database, id, date) : undefined;
      if (!issue) return null;
      const content = JSON.parse(issue.content) as IssueContent;
      const briefing = briefingFor(content, null, newsletter.storiesPerSection);
      return { date, day: dayOf(date, language), subject: issue.subject, briefing };
    },
  };
}
