import type { IssueContent, IssueEvent, IssueRadio, IssueSection, IssueStory } from "../content.ts";

/** An issue as subscribers of certain sections get it. */
export interface Briefing {
  subject: string;
  /** Text that mailboxes show after the subject. */
  preheader: string;
  hero: IssueStory;
  sections: IssueSection[];
  events: IssueEvent[];
  radio: IssueRadio | null;
}

const MAX_SUBJECT_LENGTH = 90;
const MAX_PREHEADER_LENGTH = 140;
const PREHEADER_HEADLINES = 3;

/** Selects the hero and the first stories of each chosen section (null for all), each story once. */
export function selectBriefing(
  { hero, sections, events, radio }: IssueContent,
  choice: readonly string[] | null,
  maxStoriesPerSection: number,
): Briefing {
  const seen = new Set([hero.storyKey]);
  const chosen = sections
    .filter(({ slug }) => choice === null || choice.includes(slug))
    .map((section) => {
      const stories = section.stories.filter(({ storyKey }) => !seen.has(storyKey)).slice(0, maxStoriesPerSection);
      for (const { storyKey } of stories) seen.add(storyKey);
      return { ...section, stories };
    })
    .filter(({ stories }) => stories.length > 0);
  const preheader = composePreheader(hero, chosen);
  return { subject: composeSubject(hero), preheader, hero, sections: chosen, events, radio };
}

/** Removes the last story; returns null if only the hero is left. */
export function removeLastStory(briefing: Briefing): Briefing | null {
  const last = briefing.sections.at(-1);
  if (!last) return null;
  const sections = briefing.sections.slice(0, -1);
  const stories = last.stories.slice(0, -1);
  return { ...briefing, sections: stories.length > 0 ? [...sections, { ...last, stories }] : sections };
}

export function composeSubject({ title }: IssueStory): string {
  return truncate(title, MAX_SUBJECT_LENGTH);
}

/** Joins the first headlines after the hero's, one per section. */
function composePreheader(hero: IssueStory, sections: readonly IssueSection[]): string {
  const headlines = sections.flatMap(({ stories }) => stories.slice(0, 1)).slice(0, PREHEADER_HEADLINES);
  const text = headlines.length > 0 ? `Also: ${headlines.map(({ title }) => title).join("; ")}` : hero.deck;
  return truncate(text, MAX_PREHEADER_LENGTH);
}

/** Puts a text on one line of at most `maxLength` characters, cut after a word if one ends near the limit. */
function truncate(text: string, maxLength: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line.length <= maxLength) return line;
  const start = line.slice(0, maxLength - 1);
  return `${start.slice(0, Math.max(start.lastIndexOf(" "), maxLength - 30)).trimEnd()}…`;
}
