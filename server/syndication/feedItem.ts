import { articlePath } from "../../core/addresses.ts";
import { getMarkedTitle } from "../../core/byline.ts";
import { formatByline } from "../../core/cleanAuthor.ts";
import type { FeedItem } from "../../core/feed/feed.ts";
import { getImagePath, type StoredImage } from "../../core/imageSizes.ts";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { getOwnFeedSection, isOwnFeed } from "../../core/ownFeeds.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { SampleStory } from "../editions/pages/samples.ts";
import type { SectionConfig } from "../editions/schema/schema.ts";
import { getEditionSocialImage, getStorySocialImage } from "../editions/schema/socialImageUrl.ts";
import { replaceImages } from "../html/bodyImages.ts";
import { escapeHtml } from "../html/text.ts";
import { getOriginalLink, rawStoryFromArticle, sampleBody, storyFromArticle } from "../news/story.ts";
import type { Story } from "../news/views.ts";
import type { PermittedArticle } from "../rights/permit.ts";
import type { StoredArticle } from "../store/articles/articleRows.ts";
import type { Sponsor } from "../store/articles/sponsor.ts";

/**
 * Converts an article to a feed item, with the full text if the edition may print it, otherwise with the excerpt. If
 * text and images may not leave the site, the item has a link to the original instead.
 *
 * @param images our copies of the images in the text, by the URLs of the originals
 */
export function itemFromArticle(
  permitted: PermittedArticle<StoredArticle>,
  edition: Edition,
  section: SectionConfig,
  siteUrl: string,
  images: ReadonlyMap<string, StoredImage>,
): FeedItem {
  const { article, rights } = permitted;
  // Feeds contain the publisher's own characters instead of typeset texts.
  const story = rawStoryFromArticle(permitted, edition, section);
  const common = {
    title: getMarkedTitle(story),
    link: siteUrl + articlePath(story.slug),
    author: formatByline(story),
    date: article.publishedAt ?? article.sortedAt,
    isUndated: article.publishedAt === null,
    changedAt: article.changedAt,
    language: story.language,
    source: story.source === null ? null : { title: story.source, url: getSourceUrl(article, edition) },
    sponsor: article.sponsor && toFeedSponsor(article.sponsor),
  };
  if (!rights.export) {
    const original = getOriginalLink(article, edition);
    const contentHtml = original ? linkToOriginal(original, story.source ?? "", edition.language) : "";
    const html = renderSponsor(article.sponsor, story.mark) + contentHtml;
    return { ...common, categories: [section.name], description: "", contentHtml: html, image: null, enclosure: null };
  }
  const fullText = replaceImages(permitted.getFullText(), { images, skyline: null, siteUrl });
  return {
    ...common,
    categories: [...new Set([section.name, ...article.categories])],
    description: story.deck,
    contentHtml:
      renderSponsor(article.sponsor, story.mark) + (fullText || (story.deck && `<p>${escapeHtml(story.deck)}</p>`)),
    // The social image shows the typeset title, as pages do.
    image: toImage({ ...story, title: storyFromArticle(permitted, edition, section).title }, edition, siteUrl),
    enclosure: permitted.getRecording() ?? null,
  };
}

function toFeedSponsor({ name, kind, link }: Sponsor): NonNullable<FeedItem["sponsor"]> {
  return { name, kind, url: link ?? null };
}

/** Renders the label that precedes the text of a sponsored story; "" for other stories. */
function renderSponsor(sponsor: Sponsor | null, mark = ""): string {
  if (!sponsor) return "";
  const label = escapeHtml(mark);
  const { link } = sponsor;
  return `<p><strong>${link ? `<a href="${escapeHtml(link)}" rel="sponsored">${label}</a>` : label}</strong></p>`;
}

/** Returns the URL of a story's feed. For a staff story of another edition, this is a section feed of that edition. */
function getSourceUrl({ feedUrl }: StoredArticle, { sections }: Edition): string {
  const siblingUrl = sections.flatMap(({ feeds }) => feeds).find(({ url }) => url === feedUrl)?.siblingUrl;
  return isOwnFeed(feedUrl) ? `${siblingUrl ?? ""}/${getOwnFeedSection(feedUrl)}/rss.xml` : feedUrl;
}

function linkToOriginal(href: string, publisher: string, language: string): string {
  return `<p><a href="${escapeHtml(href)}">${escapeHtml(getServerTexts(language).feeds.readAt(publisher))}</a></p>`;
}

/** Converts a sample to an item of the sample feed. The item's title and categories mark the item as a sample. */
export function itemFromSample(
  sample: SampleStory,
  edition: Edition,
  section: SectionConfig,
  siteUrl: string,
): FeedItem {
  const { news } = getServerTexts(edition.language);
  const { author, description, slug } = sample;
  const title = getMarkedTitle({ title: sample.title, mark: news.sample });
  const { src, alt } = getEditionSocialImage(edition);
  const link = siteUrl + articlePath(slug);
  const date = new Date(sample.date).toISOString();
  return {
    title,
    link,
    author,
    date,
    changedAt: date,
    description,
    categories: [section.name, news.sample],
    contentHtml: resolveAddresses(sampleBody(sample, edition), link),
    image: { url: siteUrl + src, type: "image/jpeg", alt },
    enclosure: null,
    source: null,
  };
}

/** Returns the story's image, or its social image if the story has none. */
function toImage(story: Story, edition: Edition, siteUrl: string): FeedItem["image"] {
  if (story.image) return { url: siteUrl + getImagePath(story.image), type: "image/webp", alt: story.image.alt };
  const { src, alt } = getStorySocialImage(story, edition);
  return { url: siteUrl + src, type: "image/jpeg", alt };
}

/** Makes relative URLs absolute, since feed readers resolve them differently. */
function resolveAddresses(html: string, base: string): string {
  return html.replace(
    /(<(?:a|img) [^<>]*?\b(?:href|src)=")([^"]*)/g,
    (whole, before: string, address: string) => before + (URL.parse(address, base)?.href ?? whole),
  );
}
