import { getServerTexts } from "../../core/language/catalogs.ts";
import { getFollowedFeeds } from "../../core/ownFeeds.ts";
import { toSectionLink } from "../editions/derived/publicEdition.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { SectionConfig } from "../editions/schema/schema.ts";
import { chooseLead } from "./hero.ts";
import {
  getNotice,
  getStandIn,
  type SectionNews,
  type SectionStory,
  selectStories,
  toBlock,
  toStory,
} from "./sectionNews.ts";
import { isStaffStory } from "./story.ts";
import type { Block, FrontPage, Hero, Story } from "./views.ts";

/** Maximum number of stories in a block of the front page (specification, section 9). */
export const STORIES_IN_BLOCK = 5;

/** Maximum number of stories in the block of an edition with one section: a large story, and three rows of four. */
const STORIES_IN_ONLY_BLOCK = 13;

export function getBlockSize({ sections }: Pick<Edition, "sections">): number {
  return sections.length === 1 ? STORIES_IN_ONLY_BLOCK : STORIES_IN_BLOCK;
}

/** Possible numbers of stories beside the hero, preferred first. Both are even, since tablets show rows of two. */
const SECONDARY_COUNTS = [4, 2] as const;

/** Slot of the pinned lead story. */
export const HERO_SLOT = "hero";

/** Returns the slots of a section's block in the order of the stories: "local", "local/2" and so on. */
export function getBlockSlots(section: string): string[] {
  return Array.from({ length: STORIES_IN_BLOCK }, (_, index) => (index === 0 ? section : `${section}/${index + 1}`));
}

/** Stories that editors have pinned, by slot. */
export type Pins = ReadonlyMap<string, SectionStory>;

const NO_PINS: Pins = new Map();

/**
 * Lays out the front page: the hero and the stories beside it, then a block for each chosen section that has stories or
 * samples left. A pinned story leads the page, or has a fixed place in a block. No story is on the page twice.
 */
export function layOutFrontPage(edition: Edition, news: readonly SectionNews[], pins = NO_PINS): FrontPage {
  const lead = pins.get(HERO_SLOT) ?? chooseLead(edition, news);
  const shownKeys = new Set(typeof lead === "string" ? [] : [lead.key]);
  // Collects pinned stories first, so that a story that is pinned to a block appears in no block above it.
  const pinned = news.flatMap(({ section: { slug } }) =>
    getBlockSlots(slug).flatMap((slot, place) => {
      const story = pins.get(slot);
      if (!story || shownKeys.has(story.key)) return [];
      shownKeys.add(story.key);
      return [{ slug, place, story }];
    }),
  );
  const chosen = selectBlocks(edition, news);
  const filled = news.filter(
    ({ state, stories, samples }) => state === "loading" || stories.length + samples.length > 0,
  );
  const isWhole = filled.length < 2 && filled.every((section) => chosen.includes(section));
  const maxStories = getBlockSize(edition);
  const leading = edition.hero.sections.flatMap((slug) => news.filter(({ section }) => section.slug === slug));
  const secondary = selectSecondary(leading, (section) => {
    const places = chosen.includes(section) ? maxStories : 0;
    const own = pinned.filter(({ slug }) => slug === section.section.slug).length;
    const kind = typeof lead !== "string" && lead.isSample ? section.samples : section.stories;
    const left = kind.filter(({ key, isPaid }) => !isPaid && !shownKeys.has(key));
    return left.slice(0, Math.max(0, left.length - places + own));
  });
  for (const { key } of secondary) shownKeys.add(key);
  const blocks = chosen
    .map((section) => {
      const own = pinned.filter(({ slug }) => slug === section.section.slug);
      const stories = selectStories(section, maxStories - own.length, shownKeys);
      for (const { place, story } of own) stories.splice(place, 0, story);
      for (const { key } of stories) shownKeys.add(key);
      const block = toBlock(section, stories, edition.language);
      // More than `STORIES_IN_BLOCK` stories would make a long column in the list layout.
      return trimBlock(stories.length > STORIES_IN_BLOCK ? { ...block, layout: "featured" } : block);
    })
    .filter(({ state, stories }) => state === "loading" || stories.length > 0);
  const following = news.filter(({ section }) => getFollowedFeeds(section).length > 0);
  const areSilent = following.length > 0 && following.every(({ state, isSilent }) => isSilent && state !== "loading");
  const standIn = areSilent ? getStandIn(blocks, edition.language) : null;
  const beside = secondary.map((story) => ({ ...withoutCaption(toStory(story)), deck: "", image: null }));
  const hasFailed = news.some((section) => section.hasFailed);
  const { failed } = getServerTexts(edition.language).news;
  return {
    standIn,
    hero: toHero(edition, lead, news),
    secondary: beside,
    blocks,
    ...(blocks.length === 0 && hasFailed && { failed }),
    ...(isWhole && { isWhole }),
  };
}

/**
 * Selects four, two or no stories to show beside the hero. Takes one story from each of `sections` in turn.
 *
 * @param sections the edition's `hero.sections`
 * @param listSpare returns the stories, newest first, that a section's block does not need
 */
function selectSecondary(
  sections: readonly SectionNews[],
  listSpare: (section: SectionNews) => readonly SectionStory[],
): SectionStory[] {
  const spare = sections.map(listSpare);
  const inTurn = Array.from({ length: SECONDARY_COUNTS[0] }, (_, index) =>
    spare.flatMap((stories) => stories[index] ?? []),
  );
  const byKey = new Map(inTurn.flat().map((story) => [story.key, story]));
  const count = SECONDARY_COUNTS.find((count) => count <= byKey.size) ?? 0;
  return [...byKey.values()].slice(0, count);
}

/** Selects the sections of `frontPage.sections`, in that order, else all sections with `frontPage: true`. */
function selectBlocks({ frontPage }: Pick<Edition, "frontPage">, news: readonly SectionNews[]): SectionNews[] {
  if (!frontPage?.sections) return news.filter(({ section }) => section.frontPage);
  return frontPage.sections.flatMap((slug) => news.filter(({ section }) => section.slug === slug));
}

/** Returns true if a block shows a sample although the store may have articles of the section that `news` lacks. */
export function hasEarlySample({ blocks }: FrontPage, news: readonly SectionNews[]): boolean {
  const unread = new Set(news.filter(({ hasMore }) => hasMore).map(({ section }) => section.slug));
  return blocks.some(({ section, stories }) => unread.has(section.slug) && stories.some(({ isSample }) => isSample));
}

/**
 * Drops data that a block does not show: captions, decks after the first story, and in the list layout, images after
 * the first story. A page contains its data twice, as HTML and JSON; the dropped data would be a third of the front
 * page.
 */
function trimBlock(block: Block): Block {
  const hasImages = block.layout === "featured";
  const stories = block.stories.map((story, index) => {
    const shown = withoutCaption(story);
    return index === 0 ? shown : { ...shown, deck: "", image: hasImages ? shown.image : null };
  });
  return { ...block, stories };
}

function withoutCaption(story: Story): Story {
  return story.image ? { ...story, image: { ...story.image, caption: "", credit: "" } } : story;
}

/** Returns the hero. The edition sets the read time of a feed's story; `addReadTime` adds that of a staff story. */
function toHero(
  { id, hero: { label, readTime }, sections, language }: Edition,
  lead: SectionStory | "loading" | "empty",
  news: readonly SectionNews[],
): Hero {
  if (lead === "loading") return { state: "loading" };
  if (lead === "empty") {
    const { noHero, noStories } = getServerTexts(language).news;
    // The first section exists, since the schema requires one.
    const section = toSectionLink(sections[0] as SectionConfig);
    const message = news.some(({ hasFailed }) => hasFailed) ? noHero : noStories;
    return { state: "empty", message, drawing: { slug: id, section, image: null } };
  }
  const section = news.find(({ section }) => section.slug === lead.section.slug);
  // A sample needs no notice, since the page's first line explains samples.
  const notice = section && !lead.isSample ? getNotice(section.state, [lead], language) : null;
  return {
    state: "loaded",
    story: withoutCaption(toStory(lead)),
    label,
    readTime: (isStaffStory(lead) ? null : readTime) ?? null,
    notice,
  };
}
