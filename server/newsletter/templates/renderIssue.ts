import { formatDate } from "../../calendars/eventDates.ts";
import type { BriefedEdition } from "../briefedEdition.ts";
import type { IssueContent } from "../issueSchema.ts";
import { removeLastStory, selectBriefing } from "../issues/subscriberBriefing.ts";
import { omitTakenDown } from "../issues/takenDownStories.ts";
import { renderIssueHtml } from "./issueHtml.ts";
import type { IssueLinks, RenderedIssue } from "./issueMessage.ts";
import { renderIssueText } from "./issueText.ts";
import { encodeQuotedPrintable } from "./mime.ts";

/** Gmail clips a mail whose encoded HTML is longer than 102 kB. */
const MAX_HTML_BYTES = 102_000;

/** Renders an issue for a choice of sections (null for all). Omits the last stories if Gmail would clip the mail. */
export function renderIssue(
  content: IssueContent,
  edition: BriefedEdition,
  date: string,
  choice: readonly string[] | null,
  links: IssueLinks,
): RenderedIssue {
  const { newsletter, language } = edition;
  const constant = { edition, links, day: formatDate(date, language, { dateStyle: "full" }), title: newsletter.title };
  let briefing = selectBriefing(omitTakenDown(content, language), choice, edition);
  for (;;) {
    const message = { ...constant, briefing, postalAddress: newsletter.postalAddress ?? [] };
    const html = renderIssueHtml(message);
    const shorter = encodeQuotedPrintable(html).length > MAX_HTML_BYTES ? removeLastStory(briefing) : null;
    if (!shorter) return { subject: briefing.subject, html, text: renderIssueText(message) };
    briefing = shorter;
  }
}
