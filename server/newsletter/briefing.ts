import type { IssueContent, IssueEvent, IssueRadio, IssueSection, IssueStory } from "./content.ts";

/** An issue as one choice of sections shows it. */
export interface Briefing {
  subject: string;
  /** What mailboxes show after the subject. */
  preheader: string;
  hero: IssueStory;
  sections: IssueSection[];
  events: IssueEvent[];
  radio: IssueRadio | null;
}

const SUBJECT_LENGTH = 90;
const PREHEADER_LENGTH = 140;
const HEADLINES_AHEAD = 3;

/**
 * An issue for one choice of sections: the hero for everybody, then the first stories of those sections, each story once.
 *
 * @param choice slugs of sections; null for all
 * @param storiesPerSection at most so many
 */
export function briefingFor(
  { hero, sections, events, radio }: IssueContent,
  choice: readonly string[] | null,
  storiesPerSection: number,
): Briefing {
  const told = new Set([hero.tells]);
  const chosen = sections
    .filter(({ slug }) => choice === null || choice.includes(slug))
    .map((section) => {
      const stories = section.stories.filter(({ tells }) => !told.has(tells)).slice(0, storiesPerSection);
      for (const { tells } of stories) told.add(tells);
      return { ...section, stories };
    })
    .filter(({ stories }) => stories.length > 0);
  return { subject: subjectOf(hero), preheader: preheaderOf(hero, chosen), hero, sections: chosen, events, radio };
}

/** The same without its last story; null where the hero alone is left. */
export function withoutLastStory(briefing: Briefing): Briefing | null {
  const last = briefing.sections.at(-1);
  if (!last) return null;
  const shorter = { ...last, stories: last.stories.slice(0, -1) };
  const sections = briefing.sections.slice(0, -1);
  return { ...briefing, sections: shorter.stories.length > 0 ? [...sections, shorter] : sections };
}

/** The day's first headline. */
export function subjectOf({ title }: IssueStory): string {
  return cut(oneLine(title), SUBJECT_LENGTH);
}

/** What else is in it: the first headlines after the hero's, of several sections where there are several. */
function preheaderOf(hero: IssueStory, sections: readonly IssueSection[]): string {
  const headlines = sections.flatMap(({ stories }) => stories.slice(0, 1)).slice(0, HEADLINES_AHEAD);
  const text = headlines.length > 0 ? `Also: ${headlines.map(({ title }) => title).join("; ")}` : hero.deck;
  return cut(oneLine(text), PREHEADER_LENGTH);
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length - 1);
  return `${start.slice(0, Math.max(start.lastIndexOf(" "), length - 30)).trimEnd()}…`;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
