import { skylinePath } from "../../core/addresses.ts";
import { displayDate } from "../../core/dates.ts";
import type { StoredImage } from "../../core/image.ts";
import type { Edition, SampleStory } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import { getEditionSocialImage, getStorySocialImage } from "../editions/socialImageUrl.ts";
import { replaceImages } from "../images/bodyImages.ts";
import type { Headline, StoredArticle } from "../store/articleRows.ts";
import { labelPlayers } from "./players.ts";
import { getPublisher, sampleBody, storyFromArticle, storyFromSample } from "./story.ts";
import type { ArticlePage, Story } from "./views.ts";

interface Related {
  /** Articles of other feeds about the same story. */
  others: readonly Headline[];
  more: Story[];
  notice: string | null;
  /** Our copies of the images in the article's text, by the URLs of the originals. */
  images: ReadonlyMap<string, StoredImage>;
}

/** Lays out the page of an article from a feed. The body is empty if the edition may not print the full text. */
export function storedArticlePage(
  article: StoredArticle,
  edition: Edition,
  section: SectionFile,
  { others, more, notice, images }: Related,
): ArticlePage {
  const story = storyFromArticle(article, edition, section, others);
  const skyline = skylinePath(story.slug, story.section.tone);
  return {
    isTakenDown: false,
    story,
    notice,
    bodyHtml: labelPlayers(replaceImages(getFullText(article, edition), { images, skyline })),
    original: article.link ? { href: article.link, publisher: getPublisher(article.feedUrl, edition) } : null,
    updated: getUpdate(article, story, edition),
    isIndexed: getIndexedFeeds(edition).some((url) => article.carriers.includes(url)),
    socialImage: getStorySocialImage(story, edition),
    more,
  };
}

/** Returns an article's full text as HTML; "" if the edition may not print it. */
export function getFullText(article: StoredArticle, edition: Edition): string {
  return mayPrint(article, edition) ? article.contentHtml || article.descriptionHtml : "";
}

/** Returns true if the edition may print an article's full text and its enclosures. */
export function mayPrint({ feedUrl }: StoredArticle, { sections }: Edition): boolean {
  return sections.some(({ feeds }) => feeds.some(({ url, fullText }) => url === feedUrl && fullText));
}

/** Returns the URLs of the feeds whose stories search engines may list on this site. */
export function getIndexedFeeds({ sections }: Edition): string[] {
  return sections.flatMap(({ feeds }) => feeds.filter(({ index }) => index).map(({ url }) => url));
}

/** Returns the date of an article's last update, unless the page would show the same date twice. */
function getUpdate({ publishedAt, updatedAt }: StoredArticle, { date }: Story, edition: Edition) {
  if (updatedAt === null || updatedAt < (publishedAt ?? "")) return null;
  const text = displayDate(updatedAt, edition.timeZone);
  return text === date.text ? null : { instant: updatedAt, text };
}

/** Lays out the page of one of the edition's samples. No search engine lists it, and its social image is no story's. */
export function sampleArticlePage(
  sample: SampleStory,
  edition: Edition,
  section: SectionFile,
  { more, notice }: Pick<Related, "more" | "notice">,
): ArticlePage {
  const story = storyFromSample(sample, edition, section);
  const socialImage = getEditionSocialImage(edition);
  const own = { original: null, updated: null, isIndexed: false };
  return { isTakenDown: false, story, notice, bodyHtml: sampleBody(sample), ...own, socialImage, more };
}
