import { getServerTexts } from "../../../core/language/catalogs.ts";
import type { IssueStory } from "../issueSchema.ts";
import { getStoryUrl, type IssueMessage } from "./issueMessage.ts";

const LINE_LENGTH = 72;

/** Renders the text part of a mail. */
export function renderIssueText({ briefing, day, edition, title, postalAddress, links }: IssueMessage): string {
  const { mail } = getServerTexts(edition.language);
  const { hero, sections, corrections, events, radio } = briefing;
  const formatStory = ({ title, deck, source, slug, mark = "" }: IssueStory) =>
    [
      ...wrap(mark.toUpperCase()),
      ...wrap(title),
      ...wrap(deck),
      ...wrap(source),
      getStoryUrl(links.site, slug),
      "",
    ].join("\n");
  const parts = [
    [edition.name.toUpperCase(), mail.issueOf(title, day), "=".repeat(LINE_LENGTH), ""],
    [formatStory(hero)],
    ...sections.map(({ name, stories }) => [formatHeading(name), ...stories.map(formatStory)]),
    corrections.length > 0 && [
      formatHeading(mail.corrections),
      ...corrections.map(({ slug, title, text }) =>
        [...wrap(title), ...wrap(text), getStoryUrl(links.site, slug), ""].join("\n"),
      ),
    ],
    events.length > 0 && [
      formatHeading(mail.events),
      ...events.map(({ title, time, place, href }) =>
        [...wrap(title), [time, place].filter(Boolean).join(", "), links.site + href, ""].join("\n"),
      ),
    ],
    radio && [
      formatHeading(radio.title),
      ...radio.stations.flatMap(({ name, playing }) => wrap(playing ? `${name}: ${playing}` : name)),
      `${links.site}/radio`,
      "",
    ],
    [
      "-".repeat(LINE_LENGTH),
      ...wrap(mail.why(title, edition.name)),
      "",
      ...[`${mail.preferences}:`, links.preferences],
      ...[`${mail.unsubscribe}:`, links.unsubscribe],
      ...[`${mail.onWeb}:`, links.archive],
      "",
      ...postalAddress,
    ],
  ];
  return `${parts.flatMap((lines) => lines || []).join("\n")}\n`;
}

function formatHeading(name: string): string {
  return `${name.toUpperCase()}\n${"-".repeat(LINE_LENGTH)}\n`;
}

/** Breaks a text into lines of at most 72 characters. A longer word gets its own line. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && line.length + 1 + word.length > LINE_LENGTH) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, line] : lines;
}
