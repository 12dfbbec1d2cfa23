import { skylinePath } from "../../core/addresses.ts";
import { displayDate, displayTime } from "../../core/dates.ts";
import type { StoredImage } from "../../core/imageSizes.ts";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { isOwnFeed, isOwnFeedOf } from "../../core/ownFeeds.ts";
import { typeset } from "../../core/typography.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { SampleStory } from "../editions/pages/samples.ts";
import type { SectionConfig } from "../editions/schema/schema.ts";
import { getEditionSocialImage, getStorySocialImage } from "../editions/schema/socialImageUrl.ts";
import { listImageUrls, replaceImages } from "../html/bodyImages.ts";
import { escapeHtml } from "../html/text.ts";
import { typesetHtml } from "../html/typesetHtml.ts";
import type { PermittedArticle } from "../rights/permit.ts";
import type { Headline, StoredArticle } from "../store/articles/articleRows.ts";
import { listStoredImages } from "../store/articles/images.ts";
import type { Database } from "../store/schema/schema.ts";
import type { Correction } from "../store/stories/staffStories.ts";
import { listLabels } from "./authorsAndTopics.ts";
import { countReadMinutes } from "./countReadMinutes.ts";
import { labelPlayers } from "./players.ts";
import { getNotice } from "./sectionNews.ts";
import {
  getOriginalLink,
  getPublisher,
  getUpdate,
  isPaid,
  rawStoryFromArticle,
  sampleBody,
  storyFromArticle,
  storyFromSample,
} from "./story.ts";
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
  /** True to leave the publisher's characters as they are, without typesetting. */
  isRaw: boolean;
}

/** Lays out the page of a stored article. The body is empty if the edition may not print the full text. */
export function layOutArticlePage(
  permitted: PermittedArticle<StoredArticle>,
  edition: Edition,
  section: SectionConfig,
  { others, more, state, images, corrections, isRaw }: Related,
): ArticlePage {
  const { article, rights } = permitted;
  const toStory = isRaw ? rawStoryFromArticle : storyFromArticle;
  const { update: _, ...story } = toStory(permitted, edition, section, others);
  const isOwn = isOwnFeedOf(edition.id, article.feedUrl);
  const originalLink = getOriginalLink(article, edition);
  const skyline = skylinePath(story.slug, story.section.tone, story.section.scenery);
  const fullText = permitted.getFullText();
  const aligned = alignByClass(fullText);
  // Texts of other newsrooms are not typeset.
  const body =
    isOwnFeed(article.feedUrl) && !isRaw ? typesetHtml(aligned, story.language ?? edition.language) : aligned;
  return {
    isTakenDown: false,
    story,
    notice: getNotice(state, [story], edition.language),
    readTime: isOwn ? getReadTime(fullText, edition.language) : null,
    bodyHtml: labelPlayers(replaceImages(body, { images, skyline }), edition.language),
    imageLink: getImageLink(permitted, fullText),
    hasAds: rights.ads,
    expiresAt: getExpiry(permitted),
    canonical: originalLink ?? article.link,
    labels: isOwn ? [...listLabels(article, "author"), ...listLabels(article, "topic")] : [],
    original: originalLink ? { href: originalLink, publisher: getPublisher(article.feedUrl, edition) } : null,
    published: getPublished(article, story, edition),
    updated: getUpdate(article, edition, corrections),
    isIndexed: rights.index,
    socialImage: getStorySocialImage(story, edition),
    sampleNote: null,
    sponsor: getSponsor(permitted, images),
    corrections: corrections.map(({ text, correctedAt }) => ({
      text: isRaw ? text : typeset(text, edition.language),
      date: { instant: correctedAt, text: displayDate(correctedAt, edition) },
    })),
    more,
  };
}

/** Returns our copies of the images in an article's text and of its sponsor's logo, by the URLs of the originals. */
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

/** Replaces the inline styles of aligned table cells with classes. Only older staff stories have such styles. */
function alignByClass(html: string): string {
  return html.replace(/(<t[dh]) style="text-align:(\w{4,6})"/g, '$1 class="align-$2"');
}

/** Returns the URL of a photo to which the page may only link; null if there is none, or the text links to it. */
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

/** Returns the instant (ISO 8601) at which an article's `keepDays` have passed; null for no limit. */
function getExpiry({ article, rights }: PermittedArticle): string | null {
  return rights.keepDays === null
    ? null
    : new Date(Date.parse(article.sortedAt) + rights.keepDays * DAY_MS).toISOString();
}

/**
 * Returns the date and time of publication. Returns only the date if the time is midnight in the edition's time zone or
 * in UTC, since the actual time is then unknown.
 */
function getPublished({ publishedAt }: StoredArticle, { date }: Story, edition: Edition): string {
  if (publishedAt === null || Date.parse(publishedAt) % DAY_MS === 0) return date.text;
  const { hour, minute } = Temporal.Instant.from(publishedAt).toZonedDateTimeISO(edition.timeZone);
  return hour + minute === 0 ? date.text : `${date.text} · ${displayTime(publishedAt, edition)}`;
}

/** Lays out the page of a sample. It has the edition's social image, and search engines must not list it. */
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
    published: story.date.text,
    updated: null,
    isIndexed: false,
    imageLink: null,
    hasAds: true,
    expiresAt: null,
  };
  return { isTakenDown: false, story, notice, bodyHtml: sampleBody(sample, edition), ...own, socialImage, more };
}
