import { getMarkedTitle } from "../../../core/byline.ts";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import { putFirst } from "../../news/sectionNews.ts";
import type {
  IssueContent,
  IssueCorrection,
  IssueEvent,
  IssueRadio,
  IssueSection,
  IssueStory,
} from "../issueSchema.ts";

/** An issue reduced to the sections that a subscriber chose. */
export interface Briefing {
  subject: string;
  /** Text that mail programs show after the subject. */
  preheader: string;
  hero: IssueStory;
  sections: IssueSection[];
  corrections: IssueCorrection[];
  events: IssueEvent[];
  radio: IssueRadio | null;
}

/** Parts of an edition that determine the length and the language of its briefing. */
interface BriefingEdition {
  newsletter: { storiesPerSection: number };
  language: string;
}

const MAX_SUBJECT_LENGTH = 90;
const MAX_PREHEADER_LENGTH = 140;
const PREHEADER_HEADLINES = 3;

/**
 * Selects the hero and the first stories of each chosen section. Selects each story only once.
 *
 * @param choice slugs of the chosen sections; null for all sections
 */
export function selectBriefing(
  { hero, sections, corrections, events, radio }: IssueContent,
  choice: readonly string[] | null,
  { newsletter, language }: BriefingEdition,
): Briefing {
  const seen = new Set([hero.storyKey]);
  const chosen = sections
    .filter(({ slug }) => choice === null || choice.includes(slug))
    .map((section) => {
      const unseen = section.stories.filter(({ storyKey }) => !seen.has(storyKey));
      const stories = putFirst(unseen, ({ isPaid }) => !isPaid).slice(0, newsletter.storiesPerSection);
      for (const { storyKey } of stories) seen.add(storyKey);
      return { ...section, stories };
    })
    .filter(({ stories }) => stories.length > 0);
  const preheader = composePreheader(hero, chosen, language);
  return { subject: composeSubject(hero), preheader, hero, sections: chosen, corrections, events, radio };
}

/** Returns the briefing without its last story; null if the hero is its only story. */
export function removeLastStory(briefing: Briefing): Briefing | null {
  const last = briefing.sections.at(-1);
  if (!last) return null;
  const sections = briefing.sections.slice(0, -1);
  const stories = last.stories.slice(0, -1);
  return { ...briefing, sections: stories.length > 0 ? [...sections, { ...last, stories }] : sections };
}

export function composeSubject(hero: IssueStory): string {
  return truncate(getMarkedTitle(hero), MAX_SUBJECT_LENGTH);
}

/**
 * Joins the first headline of each section, up to three headlines. Skips stories that are paid or taken down. If no
 * headline is left, returns the hero's deck.
 */
function composePreheader(hero: IssueStory, sections: readonly IssueSection[], language: string): string {
  const published = sections.map(({ stories }) => stories.filter(({ isTakenDown, isPaid }) => !isTakenDown && !isPaid));
  const headlines = published.flatMap((stories) => stories.slice(0, 1)).slice(0, PREHEADER_HEADLINES);
  const text =
    headlines.length > 0 ? getServerTexts(language).mail.also(headlines.map(getMarkedTitle).join("; ")) : hero.deck;
  return truncate(text, MAX_PREHEADER_LENGTH);
}

/** Shortens a text to one line of at most `maxLength` characters; cuts after a word if one ends near the limit. */
function truncate(text: string, maxLength: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line.length <= maxLength) return line;
  const start = line.slice(0, maxLength - 1);
  return `${start.slice(0, Math.max(start.lastIndexOf(" "), maxLength - 30)).trimEnd()}…`;
}
