import type { Edition } from "../../editions/load.ts";
import { collectContent, type IssueContent, type IssueRadio } from "../../newsletter/content.ts";
import { toDate } from "../../newsletter/issues/issueSchedule.ts";
import { mailSiteUrl } from "../../newsletter/siteUrl.ts";
import { type BriefedEdition, hasBriefing } from "../../newsletter/templates/letter.ts";
import { findIssue, listIssues, type StoredIssue } from "../../store/newsletter/issues.ts";
import type { CommandContext } from "./context.ts";

/** Issue that a command renders or sends. */
export interface Draft {
  edition: BriefedEdition;
  content: IssueContent;
  /** The content as a database row, stored or not. */
  issue: StoredIssue;
  siteUrl: string;
}

/** Composes an issue as of now without storing it. Returns null and prints the reason if there is none. */
export async function composeDraft({ edition, database, config, print }: CommandContext): Promise<Draft | null> {
  if (!hasBriefing(edition)) {
    print(`${edition.id} has no briefing: its edition.yaml has no newsletter.`);
    return null;
  }
  const now = Date.now();
  const content = await collectContent({ database, edition, radio: listStations(edition), now });
  if (!content) {
    print("There is nothing new since the last issue, so nothing would be sent.");
    return null;
  }
  const issue = {
    ...{ id: 0, edition: edition.id, subject: content.hero.title, content: JSON.stringify(content) },
    ...{ date: toDate(now, edition.timeZone), created_at: new Date(now).toISOString() },
    ...{ queued_at: null, finished_at: null },
  };
  return { edition, content, issue, siteUrl: mailSiteUrl(edition, config.SITE_URL) };
}

/** Composes an issue as of now or, if there is nothing new, loads the last one. Returns null if there is neither. */
export async function composeDraftOrLoadLast(context: CommandContext): Promise<Draft | null> {
  const draft = await composeDraft(context);
  const { edition, database, config, print } = context;
  if (draft || !hasBriefing(edition)) return draft;
  const [last] = await listIssues(database, edition.id, 1);
  const issue = last && (await findIssue(database, edition.id, last.date));
  if (!issue) return null;
  print(`This is the issue of ${issue.date} again.`);
  const content = JSON.parse(issue.content) as IssueContent;
  return { edition, content, issue, siteUrl: mailSiteUrl(edition, config.SITE_URL) };
}

/** Returns the radio without titles: only the running server knows what is playing. */
export function listStations({ radio }: Edition): IssueRadio | null {
  return radio ? { title: radio.title, stations: radio.stations.map(({ name }) => ({ name, playing: null })) } : null;
}
