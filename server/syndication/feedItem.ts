import { articlePath } from "../../core/addresses.ts";
import type { FeedItem } from "../../core/feed/feed.ts";
import { type Photograph, plainAddress } from "../../core/picture.ts";
import type { Edition, SampleStory } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import { cardOf } from "../editions/socialImageUrl.ts";
import { escapeHtml } from "../html/text.ts";
import { withOwnPictures } from "../images/bodyImages.ts";
import { mayPrint, printedText } from "../news/articlePage.ts";
import { sampleBody } from "../news/sampleBody.ts";
import { storyFromArticle, storyFromSample } from "../news/story.ts";
import type { Story } from "../news/views.ts";
import type { StoredArticle } from "../store/articleRows.ts";

/**
 * An article of the store as our own feeds have it: its whole text where the edition may print it, else the excerpt.
 *
 * @param photographs those of the pictures in its text that we have
 */
export function itemFromArticle(
  article: StoredArticle,
  edition: Edition,
  section: SectionFile,
  siteUrl: string,
  photographs: ReadonlyMap<string, Photograph>,
): FeedItem {
  const story = storyFromArticle(article, edition, section);
  const text = printedText(article, edition);
  const whole = withOwnPictures(text, { photographs, skyline: null, siteUrl });
  const recording = article.enclosures.find(({ type, length }) => length && /^(audio|video)\//.test(type ?? ""));
  return {
    title: article.title,
    link: siteUrl + articlePath(story.slug),
    author: article.author,
    date: article.publishedAt ?? article.sortedAt,
    changedAt: article.changedAt,
    categories: [...new Set([section.name, ...article.categories])],
    description: article.excerpt,
    contentHtml: whole || (article.excerpt && `<p>${escapeHtml(article.excerpt)}</p>`),
    picture: pictureOf(story, edition, siteUrl),
    enclosure: (mayPrint(article, edition) && recording) || null,
    source: { title: story.source ?? "", url: article.feedUrl },
  };
}

/** One of the edition's own stories as our feeds have it. */
export function itemFromSample(sample: SampleStory, edition: Edition, section: SectionFile, siteUrl: string): FeedItem {
  const link = siteUrl + articlePath(sample.slug);
  return {
    title: sample.title,
    link,
    author: sample.author,
    date: new Date(sample.date).toISOString(),
    changedAt: new Date(sample.date).toISOString(),
    categories: [section.name],
    description: sample.description,
    contentHtml: withWholeAddresses(sampleBody(sample), link),
    picture: pictureOf(storyFromSample(sample, edition, section), edition, siteUrl),
    enclosure: null,
    source: null,
  };
}

/** The story's photograph, else its card. */
function pictureOf(story: Story, edition: Edition, siteUrl: string): FeedItem["picture"] {
  if (story.picture) return { url: siteUrl + plainAddress(story.picture), type: "image/webp", alt: story.picture.alt };
  const { src, alt } = cardOf(story, edition);
  return { url: siteUrl + src, type: "image/jpeg", alt };
}

/** A reader of feeds does not know against what an address would have to be resolved. */
function withWholeAddresses(html: string, base: string): string {
  return html.replace(
    /(<(?:a|img) [^<>]*?\b(?:href|src)=")([^"]*)/g,
    (whole, before: string, address: string) => before + (URL.parse(address, base)?.href ?? whole),
  );
}
