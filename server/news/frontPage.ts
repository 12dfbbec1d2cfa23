import { chooseHero } from "../../core/hero.ts";
import type { Edition } from "../editions/load.ts";
import { blockOf, type SectionNews, type ToldStory, toldAs } from "./sectionNews.ts";
import type { Block, FrontPage, Hero } from "./views.ts";

/** Specification, section 9: stories in a block of the front page. */
export const STORIES_IN_BLOCK = 5;

/**
 * Lays out the front page: the hero, then a block for each section that has one. No story stands on it twice.
 *
 * @param news the news of all sections, in the edition's order
 */
export function layOutFrontPage(edition: Edition, news: readonly SectionNews[]): FrontPage {
  const lead = chooseLead(edition, news);
  const told = new Set(typeof lead === "string" ? [] : [lead.tells]);
  const blocks = news
    .filter(({ section }) => section.frontPage)
    .map((section) => lean(blockOf(section, STORIES_IN_BLOCK, told)));
  return { hero: heroOf(edition, lead), blocks };
}

/**
 * A block without what it does not show of the stories under its first: their decks, and in a list their photographs. Pages
 * bring what they show twice, as HTML and as data, and this would be a third of the front page.
 */
function lean(block: Block): Block {
  const [lead, ...rest] = block.stories;
  if (!lead) return block;
  const hasPictures = block.layout === "featured";
  const under = rest.map((story) => ({ ...story, deck: "", picture: hasPictures ? story.picture : null }));
  return { ...block, stories: [lead, ...under] };
}

/** The edition's own stories lead only where the feeds of the leading sections gave nothing (specification, section 8). */
function chooseLead({ hero }: Edition, news: readonly SectionNews[]): ToldStory | "loading" | "empty" {
  const leading = hero.sections.flatMap((slug) => news.filter(({ section }) => section.slug === slug));
  if (leading.some(({ state }) => state === "loading")) return "loading";
  return (
    chooseHero(leading.flatMap(({ stories }) => stories)) ?? leading.flatMap(({ samples }) => samples)[0] ?? "empty"
  );
}

function heroOf({ hero: { label, readTime } }: Edition, lead: ToldStory | "loading" | "empty"): Hero {
  if (lead === "loading") return { state: "loading" };
  if (lead === "empty") return { state: "empty", message: "No featured articles available at this time." };
  return { state: "loaded", story: toldAs(lead), label, readTime };
}
