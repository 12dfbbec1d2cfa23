import { formatDate } from "../calendars/eventDates.ts";
import { isStoreUnavailable } from "../store/engines/engine.ts";
import { findIssue, listIssues } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema/schema.ts";
import type { BriefedEdition } from "./briefedEdition.ts";
import { collectContent } from "./issueContent.ts";
import { parseIssue } from "./issueSchema.ts";
import { applyRightsToIssue } from "./issues/issueRights.ts";
import { type Briefing, selectBriefing } from "./issues/subscriberBriefing.ts";

export type PastIssues = ReturnType<typeof createPastIssues>;

interface ArchivedIssue {
  /** Date such as 2025-04-17. */
  date: string;
  /** Day such as "Thursday, April 17, 2025". */
  day: string;
  subject: string;
}

export interface IssuePage extends ArchivedIssue {
  briefing: Briefing;
}

const MAX_LISTED = 731;
/** Maximum number of sections in an issue that is shown as an example. */
const EXAMPLE_SECTIONS = 4;
/** Maximum age, in ms, of stories in an example that is composed from current news. */
const EXAMPLE_AGE_MS = 7 * 24 * 3_600_000;

/** Creates the archive of an edition's past briefings. @param now milliseconds since 1970 */
export function createPastIssues(edition: BriefedEdition, database: Database, now: number) {
  const { newsletter, language, id } = edition;
  const toDay = (date: string) => formatDate(date, language, { dateStyle: "full" });

  /** Returns the issue of a date, such as 2025-04-17; null if there is none. */
  async function readIssue(date: string): Promise<IssuePage | null> {
    const issue = /^\d{4}-\d\d-\d\d$/.test(date) ? await findIssue(database, id, date) : undefined;
    if (!issue) return null;
    const content = await applyRightsToIssue(parseIssue(issue), edition, database);
    if (!content) return null;
    const briefing = selectBriefing(content, null, edition);
    return { date, day: toDay(date), subject: issue.subject || newsletter.title, briefing };
  }

  /**
   * Returns the beginning of the newest issue. If there is no issue, returns a briefing composed from current news, and
   * null as `issue`. If there is no news either, returns null.
   */
  async function readExample() {
    const [last] = await listIssues(database, id, 1);
    const issue = last ? await readIssue(last.date) : null;
    const content = issue
      ? null
      : await collectContent({ edition, database, radio: null, now, since: now - EXAMPLE_AGE_MS });
    const briefing = issue?.briefing ?? (content && selectBriefing(content, null, edition));
    if (!briefing) return null;
    const { hero, sections } = briefing;
    const beginning = {
      hero,
      sections: sections.slice(0, EXAMPLE_SECTIONS),
      corrections: [],
      events: [],
      radio: null,
    };
    return { issue: issue && toArchivedIssue(issue), briefing: { ...briefing, ...beginning } };
  }

  return {
    title: newsletter.title,
    /** Returns up to two years of issues, newest first. */
    async list(): Promise<ArchivedIssue[]> {
      const issues = await listIssues(database, id, MAX_LISTED);
      return issues.map(({ date, subject }) => ({ date, subject: subject || newsletter.title, day: toDay(date) }));
    },
    issue: readIssue,
    /**
     * Returns an issue as an example for readers who may sign up; null if there is neither an issue nor news. Also
     * returns null while the store is unavailable, since the page must still show what a reader typed into its form.
     */
    example: () =>
      readExample().catch((error) => {
        if (!isStoreUnavailable(database, error)) throw error;
        return null;
      }),
  };
}

function toArchivedIssue({ date, day, subject }: IssuePage): ArchivedIssue {
  return { date, day, subject };
}
