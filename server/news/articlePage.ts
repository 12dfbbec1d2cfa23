import { skylinePath } from "../../core/addresses.ts";
import { displayDate, displayTime } from "../../core/dates.ts";
import type { StoredImage } from "../../core/imageSizes.ts";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { isOwnFeedOf } from "../../core/ownFeeds.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { SampleStory } from "../editions/pages/samples.ts";
import type { SectionConfig } from "../editions/schema/schema.ts";
import { getEditionSocialImage, getStorySocialImage } from "../editions/schema/socialImageUrl.ts";
import { listImageUrls, replaceImages } from "../html/bodyImages.ts";
import { escapeHtml } from "../html/text.ts";
import type { PermittedArticle } from "../rights/permit.ts";
import type { Headline, StoredArticle } from "../store/articles/articleRows.ts";
import { listStoredImages } from "../store/articles/images.ts";
import type { Database } from "../store/schema/schema.ts";
import type { Correction } from "../store/stories/staffStories.ts";
import { listLabels } from "./authorsAndTopics.ts";
import { labelPlayers } from "./players.ts";
import { countReadMinutes } from "./readTime.ts";
import { getNotice } from "./sectionNews.ts";
import { getOriginalLink, getPublisher, isPaid, sampleBody, storyFromArticle, storyFromSample } from "./story.ts";
import type { ArticlePage, BlockState, Story } from "./views.ts";

const DAY_MS = 24 * 60 * 60_000;

interface Related {
  /** Articles of other feeds about the same story. */
  others: readonly Headline[];
  more: Story[];
  /** State of the story's section. */
  state: BlockState;
  /** Our copies of the images in the article's text and of the sponsor's logo, by the URLs of the originals. */
  images: ReadonlyMap<string, StoredImage>;
  corrections: readonly Correction[];
}

/** Lays out the page of a stored article. The body is empty if the edition may not print the full text. */
export function layOutArticlePage(
  permitted: PermittedArticle<StoredArticle>,
  edition: Edition,
  section: SectionConfig,
  { others, more, state, images, corrections }: Related,
): ArticlePage {
  const { article, rights } = permitted;
  const story = storyFromArticle(permitted, edition, section, others);
  const isOwn = isOwnFeedOf(edition.id, article.feedUrl);
  const originalLink = getOriginalLink(article, edition);
  const skyline = skylinePath(story.slug, story.section.tone, story.section.scenery);
  const fullText = permitted.getFullText();
  return {
    isTakenDown: false,
    story,
    notice: getNotice(state, [story], edition.language),
    readTime: isOwn ? getReadTime(fullText, edition.language) : null,
    bodyHtml: labelPlayers(replaceImages(alignByClass(fullText), { images, skyline }), edition.language),
    imageLink: getImageLink(permitted, fullText),
    hasAds: rights.ads,
    expiresAt: getExpiry(permitted),
    canonical: originalLink ?? article.link,
    labels: isOwn ? [...listLabels(article, "author"), ...listLabels(article, "topic")] : [],
    original: originalLink ? { href: originalLink, publisher: getPublisher(article.feedUrl, edition) } : null,
    updated: getUpdate(article, story, edition),
    isIndexed: rights.index,
    socialImage: getStorySocialImage(story, edition),
    sampleNote: null,
    sponsor: getSponsor(permitted, images),
    corrections: corrections.map(({ text, correctedAt }) => ({
      text,
      date: { instant: correctedAt, text: displayDate(correctedAt, edition) },
    })),
    more,
  };
}

/** Returns our copies of the images that an article's page shows in the text and beside its sponsor, by their URLs. */
export function readPageImages(
  database: Database,
  permitted: PermittedArticle<StoredArticle>,
): Promise<ReadonlyMap<string, StoredImage>> {
  const logo = permitted.article.sponsor?.logo;
  return listStoredImages(database, [...listImageUrls(permitted.getFullText()), ...(logo === undefined ? [] : [logo])]);
}

/** Returns the read time of a staff story, computed from its number of words, as a text for readers. */
export function getReadTime(fullText: string, language: string): string {
  return getServerTexts(language).news.readTime(countReadMinutes(fullText));
}

/** Replaces the inline styles in tables of staff stories that were published before a cell's alignment became a class. */
function alignByClass(html: string): string {
  return html.replace(/(<t[dh]) style="text-align:(\w{4,6})"/g, '$1 class="align-$2"');
}

/** Returns the URL of a photo that the page only links; null if there is none, or if the text links to it. */
function getImageLink({ imageUrl, rights }: PermittedArticle, fullText: string): string | null {
  if (imageUrl === null || rights.images !== "link") return null;
  return fullText.includes(`href="${escapeHtml(imageUrl)}"`) ? null : imageUrl;
}

function getSponsor({ article, rights }: PermittedArticle, images: Related["images"]): ArticlePage["sponsor"] {
  if (!article.sponsor) return null;
  const { name, link = null, logo } = article.sponsor;
  const stored = logo === undefined || rights.images !== "copy" ? undefined : images.get(logo);
  return { isPaid: isPaid(article), name, href: link, logo: stored ?? null };
}

/** Returns the instant (ISO 8601) at which an article's `keepDays` end; null for no limit. */
function getExpiry({ article, rights }: PermittedArticle): string | null {
  return rights.keepDays === null
    ? null
    : new Date(Date.parse(article.sortedAt) + rights.keepDays * DAY_MS).toISOString();
}

/**
 * Returns an article's last update. On the day of its publication, a staff story shows the time; a feed's story shows
 * nothing, since many publishers' systems set the time a few minutes after each publication.
 */
function getUpdate({ publishedAt, updatedAt, feedUrl }: StoredArticle, { date }: Story, edition: Edition) {
  if (updatedAt === null || updatedAt < (publishedAt ?? "")) return null;
  const { updatedOn, updatedAt: updatedAtTime } = getServerTexts(edition.language).news;
  const day = displayDate(updatedAt, edition);
  if (day !== date.text) return { instant: updatedAt, text: updatedOn(day) };
  const isOwn = isOwnFeedOf(edition.id, feedUrl);
  return { instant: updatedAt, text: isOwn ? updatedAtTime(displayTime(updatedAt, edition)) : null };
}

/** Lays out the page of a sample, which search engines must not list and which has the edition's social image. */
export function layOutSamplePage(
  sample: SampleStory,
  edition: Edition,
  section: SectionConfig,
  { more, state }: Pick<Related, "more" | "state">,
): ArticlePage {
  const story = storyFromSample(sample, edition, section);
  const socialImage = getEditionSocialImage(edition);
  const notice = getNotice(state, [story], edition.language);
  const own = {
    readTime: null,
    sampleNote: getServerTexts(edition.language).news.sampleNote,
    sponsor: null,
    corrections: [],
    canonical: null,
    labels: [],
    original: null,
    updated: null,
    isIndexed: false,
    imageLink: null,
    hasAds: true,
    expiresAt: null,
  };
  return { isTakenDown: false, story, notice, bodyHtml: sampleBody(sample), ...own, socialImage, more };
}
