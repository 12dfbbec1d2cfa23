import { formatDate } from "../calendars/eventDates.ts";
import { findIssue, listIssues } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema/schema.ts";
import type { BriefedEdition } from "./briefedEdition.ts";
import { parseIssue } from "./issueSchema.ts";
import { applyRightsToIssue } from "./issues/issueRights.ts";
import { type Briefing, selectBriefing } from "./issues/subscriberBriefing.ts";

export type PastIssues = ReturnType<typeof createPastIssues>;

interface ArchivedIssue {
  /** Such as 2025-04-17. */
  date: string;
  /** Such as "Thursday, April 17, 2025". */
  day: string;
  subject: string;
}

export interface IssuePage extends ArchivedIssue {
  briefing: Briefing;
}

const MAX_LISTED = 731;

/** Creates the archive of an edition's past briefings. */
export function createPastIssues(edition: BriefedEdition, database: Database) {
  const { newsletter, language, id } = edition;
  const toDay = (date: string) => formatDate(date, language, { dateStyle: "full" });
  return {
    title: newsletter.title,
    /** Returns up to two years of issues, newest first. */
    async list(): Promise<ArchivedIssue[]> {
      const issues = await listIssues(database, id, MAX_LISTED);
      return issues.map(({ date, subject }) => ({ date, subject: subject || newsletter.title, day: toDay(date) }));
    },
    /** Returns the issue of a date, such as 2025-04-17; null if there is none. */
    async issue(date: string): Promise<IssuePage | null> {
      const issue = /^\d{4}-\d\d-\d\d$/.test(date) ? await findIssue(database, id, date) : undefined;
      if (!issue) return null;
      const content = await applyRightsToIssue(parseIssue(issue), edition, database);
      if (!content) return null;
      const briefing = selectBriefing(content, null, edition);
      return { date, day: toDay(date), subject: issue.subject || newsletter.title, briefing };
    },
  };
}
