import type { Edition } from "../../editions/load.ts";
import type { IssueContent, IssueRadio } from "../../newsletter/content.ts";
import { collectNow } from "../../newsletter/issue.ts";
import { dayAt } from "../../newsletter/schedule.ts";
import { mailSiteUrl } from "../../newsletter/siteUrl.ts";
import { type BriefedEdition, hasBriefing } from "../../newsletter/templates/letter.ts";
import { issueOn, issuesOf, type StoredIssue } from "../../store/newsletter/issues.ts";
import type { Given } from "./command.ts";

/** The briefing as it would be put together now, and what is needed to write it. */
export interface Draft {
  edition: BriefedEdition;
  content: IssueContent;
  /** The same as an issue that stands in no store. */
  issue: StoredIssue;
  siteUrl: string;
}

/** @returns null where there is none, with a word about why */
export async function draftNow({ edition, database, config, print }: Given): Promise<Draft | null> {
  if (!hasBriefing(edition)) {
    print(`${edition.id} has no briefing: its edition.yaml has no newsletter.`);
    return null;
  }
  const now = Date.now();
  const content = await collectNow({ database, edition, radio: silentRadio(edition), now });
  if (!content) {
    print("There is nothing new since the last issue, so nothing would be sent.");
    return null;
  }
  const issue = {
    ...{ id: 0, edition: edition.id, subject: content.hero.title, content: JSON.stringify(content) },
    ...{ date: dayAt(now, edition.timeZone), created_at: new Date(now).toISOString() },
    ...{ queued_at: null, finished_at: null },
  };
  return { edition, content, issue, siteUrl: mailSiteUrl(edition, config.SITE_URL) };
}

/** The last issue, with which a mail can be looked at on a day that has brought nothing yet; null where there was none. */
export async function lastAgain({ edition, database, config, print }: Given): Promise<Draft | null> {
  if (!hasBriefing(edition)) return null;
  const [last] = await issuesOf(database, edition.id, 1);
  const issue = last && (await issueOn(database, edition.id, last.date));
  if (!issue) return null;
  print(`This is the issue of ${issue.date} again.`);
  const content = JSON.parse(issue.content) as IssueContent;
  return { edition, content, issue, siteUrl: mailSiteUrl(edition, config.SITE_URL) };
}

/** What plays is known to the running server alone. */
export function silentRadio({ radio }: Edition): IssueRadio | null {
  return radio ? { title: radio.title, stations: radio.stations.map(({ name }) => ({ name, playing: null })) } : null;
}
