import { type Briefing, briefingFor, withoutLastStory } from "../briefing.ts";
import type { IssueContent } from "../content.ts";
import { type BriefedEdition, type Letter, type Links, letterOf } from "./letter.ts";
import { encodeText } from "./quotedPrintable.ts";
import { renderText } from "./text.ts";

/** The parts of a mail for one choice of sections. */
export interface Rendered {
  subject: string;
  html: string;
  text: string;
}

/** Gmail cuts a mail off where its HTML, as it comes over the wire, is longer than 102 kB. */
const HTML_LIMIT = 102_000;

/**
 * Writes an issue for one choice of sections. Where it is too long for Gmail to show whole, it loses its last stories.
 *
 * @param choice slugs of sections; null for all
 */
export async function writeIssue(
  content: IssueContent,
  edition: BriefedEdition,
  date: string,
  choice: readonly string[] | null,
  links: Links,
): Promise<Rendered> {
  // React and its components are loaded by who writes a mail: most commands do not, and the server does once a day.
  const { renderHtml } = await import("./html.ts");
  let briefing: Briefing = briefingFor(content, choice, edition.newsletter.storiesPerSection);
  for (;;) {
    const letter: Letter = letterOf(briefing, edition, date, links);
    const html = await renderHtml(letter);
    const shorter = encodeText(html).length > HTML_LIMIT ? withoutLastStory(briefing) : null;
    if (!shorter) return { subject: briefing.subject, html, text: renderText(letter) };
    briefing = shorter;
  }
}
