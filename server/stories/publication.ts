import { createListFormat } from "../../core/language/languages.ts";
import { renderStory } from "../../core/markdown/renderStory.ts";
import { getLabelFeedUrl, getOwnFeedUrl, type LabelKind } from "../../core/ownFeeds.ts";
import { slugify } from "../../core/slug.ts";
import type { Edition } from "../editions/loading/load.ts";
import { escapeHtml } from "../html/text.ts";
import { queueStoryImages } from "../images/candidates.ts";
import type { StaffStoryState } from "../store/schema/newsroomSchema.ts";
import type { Database } from "../store/schema/schema.ts";
import { hideArticle, type StaffArticle, showArticle } from "../store/stories/staffArticles.ts";
import { findVersion, type StaffStory, updateStaffStory } from "../store/stories/staffStories.ts";
import { parseContent, type StaffStoryContent } from "./content.ts";

/**
 * Publishes the current version of a story. If an earlier version is published, replaces it.
 *
 * @param transaction holds the writer lock
 * @param changes other columns of the story that change at the same time
 * @param now ISO 8601
 */
export async function showStory(
  transaction: Database,
  edition: Pick<Edition, "id" | "language">,
  before: StaffStory,
  changes: Partial<StaffStory>,
  now: string,
): Promise<StaffStory> {
  const story: StaffStory = {
    ...before,
    ...changes,
    state: "published",
    publish_at: null,
    withdrawn_line: null,
  };
  const content = await readContent(transaction, story);
  const article = toStaffArticle(content, edition);
  story.article_id = await showArticle(transaction, story, article, now);
  await updateStaffStory(transaction, story.id, story);
  await queueImages(transaction, article);
  return story;
}

/** Queues the images of a story for conversion to the sizes that pages show. */
export async function queueImages(database: Database, { feeds, image, html, sponsor }: StaffArticle): Promise<void> {
  const logo = sponsor?.logo ? `<img src="${escapeHtml(sponsor.logo)}">` : "";
  await queueStoryImages(feeds[0], image?.file, html + logo, database);
}

/**
 * Removes a story from the site. After that, its page responds with 410.
 *
 * @param transaction holds the writer lock
 * @param line line that readers of the page see; null for the default line
 * @param now ISO 8601
 */
export async function hideStory(
  transaction: Database,
  before: StaffStory,
  state: Extract<StaffStoryState, "withdrawn" | "expired">,
  line: string | null,
  now: string,
): Promise<StaffStory> {
  const story: StaffStory = { ...before, state, publish_at: null, withdrawn_line: line };
  if (story.article_id !== null) await hideArticle(transaction, story.article_id, now);
  await updateStaffStory(transaction, story.id, story);
  return story;
}

/** Returns the content of a story's current version. */
export async function readContent(
  database: Database,
  { id, version }: Pick<StaffStory, "id" | "version">,
): Promise<StaffStoryContent> {
  const content = await findContent(database, id, version);
  if (!content) throw new Error(`Staff story ${id} lacks version ${version}.`);
  return content;
}

/** Returns the content of a version of a story; undefined if there is no such version. */
export async function findContent(database: Database, storyId: number, version: number) {
  const found = await findVersion(database, storyId, version);
  return found && parseContent(found.content, storyId, version);
}

/** Returns the data of the article that shows a story's content. */
export function toStaffArticle(
  { title, deck, body, byline, place, topics, image, canonical, sections, language, sponsor }: StaffStoryContent,
  { id: edition, language: editionLanguage }: Pick<Edition, "id" | "language">,
) {
  const [first = "", ...others] = sections.map((section) => getOwnFeedUrl(edition, section));
  const text = renderStory(body);
  const html = sponsor?.kind === "paid" ? markLinks(text) : text;
  const toFeeds = (kind: LabelKind, names: readonly string[]) =>
    names
      .map(slugify)
      .filter(Boolean)
      .map((slug) => getLabelFeedUrl(edition, kind, slug));
  return {
    ...{
      title,
      deck,
      topics,
      canonical: canonical ?? null,
      image: image ?? null,
      language: language ?? null,
      sponsor: sponsor ?? null,
      feeds: [first, ...others],
    },
    labelFeeds: [...toFeeds("author", byline), ...toFeeds("topic", topics)],
    author: createListFormat(editionLanguage).format(byline),
    html: place ? addDateline(html, escapeHtml(place.toUpperCase())) : html,
  } satisfies StaffArticle;
}

/** Adds `rel="sponsored"` to links to other sites, as search engines require in stories that a sponsor bought. */
function markLinks(html: string): string {
  return html.replaceAll(/<a href="https?:[^"]*"/g, '$& rel="sponsored"');
}

/**
 * Adds a dateline, as newspapers do: puts the place before the first sentence. If the story does not begin with a
 * paragraph of text, adds a paragraph with the place.
 */
function addDateline(html: string, place: string): string {
  return /^<p>(?!<img|<a [^>]*data-embed)/.test(html) ? `<p>${place} — ${html.slice(3)}` : `<p>${place}</p>\n${html}`;
}
