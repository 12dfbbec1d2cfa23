import type { IssueStory } from "../content.ts";
import { type Letter, storyAddressIn } from "./letter.ts";

const WIDTH = 72;

/** The text part of a mail, written as text: short lines, headlines over their addresses, nothing that needs a picture. */
export function renderText({ briefing, day, edition, title, address, links }: Letter): string {
  const { hero, sections, events, radio } = briefing;
  const story = ({ title, deck, source, slug }: IssueStory) =>
    [...wrap(title), ...wrap(deck), `${source}: ${storyAddressIn(links.site, slug)}`, ""].join("\n");
  const parts = [
    [edition.name.toUpperCase(), `${title} for ${day}`, "=".repeat(WIDTH), ""],
    [story(hero)],
    ...sections.map(({ name, stories }) => [heading(name), ...stories.map(story)]),
    events.length > 0 && [
      heading("Events today"),
      ...events.map(({ title, time, place, href }) =>
        [...wrap(title), [time, place].filter(Boolean).join(", "), links.site + href, ""].join("\n"),
      ),
    ],
    radio && [
      heading(radio.title),
      ...radio.stations.flatMap(({ name, playing }) => wrap(playing ? `${name}: ${playing}` : name)),
      `${links.site}/radio`,
      "",
    ],
    [
      "-".repeat(WIDTH),
      ...wrap(`You get this mail because you asked for ${title} of ${edition.name} and confirmed it.`),
      "",
      ...["Choose sections and days:", links.preferences],
      ...["Unsubscribe:", links.unsubscribe],
      ...["Read this issue on the web:", links.archive],
      "",
      ...address,
    ],
  ];
  return `${parts.flatMap((lines) => lines || []).join("\n")}\n`;
}

function heading(name: string): string {
  return `${name.toUpperCase()}\n${"-".repeat(WIDTH)}\n`;
}

/** Words in lines of at most 72 characters; a longer word has a line of its own. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, line] : lines;
}
