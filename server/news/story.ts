import { articlePath } from "../../core/addresses.ts";
import { DEFAULT_AUTHOR } from "../../core/article.ts";
import { cleanAuthor } from "../../core/cleanAuthor.ts";
import { displayDate, displayTime } from "../../core/dates.ts";
import { getServerTexts, getSiteTexts } from "../../core/language/catalogs.ts";
import { markdown } from "../../core/markdown/dialect.ts";
import { getOwnFeedEdition, isOwnFeed, isOwnFeedOf } from "../../core/ownFeeds.ts";
import { typeset } from "../../core/typography.ts";
import { toSectionLink } from "../editions/derived/publicEdition.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { SampleStory } from "../editions/pages/samples.ts";
import type { SectionConfig } from "../editions/schema/schema.ts";
import { typesetHtml } from "../html/typesetHtml.ts";
import type { PermittedArticle } from "../rights/permit.ts";
import type { Headline } from "../store/articles/articleRows.ts";
import type { Correction } from "../store/stories/staffStories.ts";
import type { ArticlePage, FurtherSource, Story } from "./views.ts";

/** Turns an article into a story with typeset texts. `others` are articles about the same story from other feeds. */
export function storyFromArticle(
  permitted: PermittedArticle,
  edition: Edition,
  section: SectionConfig,
  others: readonly Headline[] = [],
): Story {
  return typesetStory(rawStoryFromArticle(permitted, edition, section, others), edition);
}

function typesetStory(story: Story, { language }: Edition): Story {
  const set = (text: string) => typeset(text, story.language ?? language);
  const { title, deck, image, furtherSources } = story;
  return {
    ...story,
    title: set(title),
    deck: set(deck),
    image: image && { ...image, alt: set(image.alt), caption: set(image.caption), credit: set(image.credit) },
    furtherSources:
      furtherSources.length > 0
        ? furtherSources.map((source) => ({ ...source, title: set(source.title) }))
        : furtherSources,
  };
}

/** Turns an article into a story without typesetting the texts. For example, straight quotation marks stay straight. */
export function rawStoryFromArticle(
  { article, rights, deck, image }: PermittedArticle,
  edition: Edition,
  section: SectionConfig,
  others: readonly Headline[] = [],
): Story {
  const source = getSource(article.feedUrl, edition);
  return {
    slug: article.slug,
    section: toSectionLink(section),
    title: article.title,
    deck,
    author: getAuthor(article, source, edition),
    date: { instant: article.publishedAt, text: displayDate(article.publishedAt, edition) },
    source,
    furtherSources: getFurtherSources(article, others, edition),
    image,
    ...getMark(article, edition),
    ...(getUpdate(article, edition)?.text && { update: getServerTexts(edition.language).news.updated }),
    ...getOtherLanguage(article, edition),
    ...(rights.export && { mayExport: true }),
  };
}

/**
 * Returns an article's latest update; null if the article has none. `text` names the day of an update after the day of
 * publication. On the day of publication, `text` names the time of a correction, and of a staff story's update. For
 * other updates on that day, `text` is null, since many publishers report an update minutes after publication.
 *
 * @param corrections corrections of the story; if the latest update was a correction, `text` says so
 */
export function getUpdate(
  { publishedAt, updatedAt, feedUrl }: Headline,
  edition: Edition,
  corrections: readonly Correction[] = [],
): ArticlePage["updated"] {
  if (updatedAt === null || updatedAt < (publishedAt ?? "")) return null;
  const { news } = getServerTexts(edition.language);
  const isCorrection = corrections.some(({ correctedAt }) => correctedAt >= updatedAt);
  const update = { instant: updatedAt, isCorrection };
  const day = displayDate(updatedAt, edition);
  if (day !== displayDate(publishedAt, edition))
    return { ...update, text: isCorrection ? news.correctedOn(day) : news.updatedOn(day) };
  const time = displayTime(updatedAt, edition);
  if (isCorrection) return { ...update, text: news.correctedAt(time) };
  return { ...update, text: isOwnFeedOf(edition.id, feedUrl) ? news.updatedAt(time) : null };
}

/** Returns the publisher of a feed's stories; null for the feed of the edition's staff stories. */
export function getSource(feedUrl: string, edition: Edition): string | null {
  return isOwnFeedOf(edition.id, feedUrl) ? null : getPublisher(feedUrl, edition);
}

/** Returns the author without mail addresses; if the story names no author, a label in the edition's language. */
function getAuthor({ author }: Headline, source: string | null, { language }: Edition): string {
  const cleaned = cleanAuthor({ author, source });
  return cleaned === DEFAULT_AUTHOR ? getSiteTexts(language).news.staffWriter : cleaned;
}

/** Returns true for a story of the edition's own newsroom. */
export function isStaffStory({ source, isSample }: Pick<Story, "source" | "isSample">): boolean {
  return source === null && !isSample;
}

export function storyFromSample(sample: SampleStory, edition: Edition, section: SectionConfig): Story {
  const story: Story = {
    slug: sample.slug,
    section: toSectionLink(section),
    title: sample.title,
    deck: sample.description,
    author: sample.author,
    date: { instant: new Date(sample.date).toISOString(), text: displayDate(sample.date, edition) },
    source: null,
    isSample: true,
    mark: getServerTexts(edition.language).news.sample,
    furtherSources: NO_SOURCES,
    image: null,
  };
  return typesetStory(story, edition);
}

/** Returns the label of a sponsored story; nothing for other stories. */
function getMark({ sponsor }: Headline, { language }: Edition): Pick<Story, "mark"> {
  return sponsor ? { mark: getServerTexts(language).news[sponsor.kind](sponsor.name) } : {};
}

/** Returns true for an article that a sponsor bought: advertising, which leads a page only if an editor pins it. */
export function isPaid({ sponsor }: Pick<Headline, "sponsor">): boolean {
  return sponsor?.kind === "paid";
}

/** Renders the body of one of the edition's samples as HTML. */
export function sampleBody(sample: SampleStory, { language }: Pick<Edition, "language">): string {
  return typesetHtml(markdown.render(sample.body), language);
}

/** Lists the other publishers of a story, each once. */
function getFurtherSources(shown: Headline, others: readonly Headline[], edition: Edition): FurtherSource[] {
  const named = new Set([getPublisher(shown.feedUrl, edition)]);
  const further = [shown, ...others].flatMap(({ carriers, title, link }) =>
    carriers.flatMap((feedUrl) => {
      const publisher = getPublisher(feedUrl, edition);
      if (named.has(publisher)) return [];
      named.add(publisher);
      return [{ publisher, title, link }];
    }),
  );
  return further.length > 0 ? further : NO_SOURCES;
}

/** Empty list shared by most stories of a page, so that the page's data contains it only once. */
const NO_SOURCES: FurtherSource[] = [];

/** Returns the link to a story's original, at its publisher or in a sibling edition; null for a staff story. */
export function getOriginalLink({ feedUrl, link, slug }: Headline, edition: Edition): string | null {
  if (!isOwnFeed(feedUrl)) return link;
  const feed = edition.sections.flatMap(({ feeds }) => feeds).find(({ url }) => url === feedUrl);
  return feed?.siblingUrl === undefined ? null : (link ?? feed.siblingUrl + articlePath(slug));
}

/** Cache of each edition's feeds by URL. A page may look up the publishers and languages of hundreds of feeds. */
const feedsByEdition = new WeakMap<Edition, ReadonlyMap<string, SectionConfig["feeds"][number]>>();

/**
 * Returns a feed's publisher from the edition's file. For a feed that the edition no longer follows, returns the
 * hostname, or the id of the edition whose staff stories the feed carried.
 */
export function getPublisher(feedUrl: string, edition: Edition): string {
  const publisher = findFeed(feedUrl, edition)?.publisher;
  const former = getOwnFeedEdition(feedUrl) ?? new URL(feedUrl).hostname.replace(/^(www|rss|feeds)\./, "");
  return publisher ?? former;
}

/** Returns a story's own language, otherwise its feed's language; nothing if this is the edition's language. */
function getOtherLanguage({ language, feedUrl }: Headline, edition: Edition): Pick<Story, "language"> {
  const tag = language ?? findFeed(feedUrl, edition)?.language;
  return tag && tag !== edition.language ? { language: tag } : {};
}

function findFeed(url: string, edition: Edition): SectionConfig["feeds"][number] | undefined {
  const feeds = feedsByEdition.getOrInsertComputed(edition, ({ sections }) => {
    // If two sections follow one feed, the first section's name for the publisher is used.
    const all = sections.flatMap((section) => section.feeds).reverse();
    return new Map(all.map((feed) => [feed.url, feed]));
  });
  return feeds.get(url);
}
