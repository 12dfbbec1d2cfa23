import { articlePath } from "../../core/addresses.ts";
import { DEFAULT_AUTHOR } from "../../core/article.ts";
import { dropInvalidCharacters } from "../../core/feed/xml.ts";
import type { PublicEdition } from "../editions/public.ts";
import { escapeHtml } from "../html/text.ts";
import type { ArticlePage } from "../news/views.ts";

/** Preferred and smallest size of a story's card, in pixels. */
const CARD = { width: 600, height: 560 };
const MIN_CARD = { width: 240, height: 140 };
const CACHE_SECONDS = 3600;

/** Space on the other site in pixels; infinite if unspecified. */
interface Space {
  width: number;
  height: number;
}

/** Returns the oEmbed response for a story: its social image in a frame, or a link if there is no space for the image (oembed.com). */
export function oembedOf(
  { story, socialImage }: ArticlePage,
  edition: PublicEdition,
  siteUrl: string,
  space: Space,
): object {
  const title = dropInvalidCharacters(story.title);
  const common = {
    version: "1.0",
    title,
    author_name: story.author === DEFAULT_AUTHOR ? (story.source ?? edition.name) : dropInvalidCharacters(story.author),
    provider_name: edition.name,
    provider_url: `${siteUrl}/`,
    cache_age: CACHE_SECONDS,
    // A thumbnail must not exceed the space, and this one has a single size.
    ...(socialImage.width <= space.width &&
      socialImage.height <= space.height && {
        thumbnail_url: siteUrl + socialImage.src,
        thumbnail_width: socialImage.width,
        thumbnail_height: socialImage.height,
      }),
  };
  if (space.width < MIN_CARD.width || space.height < MIN_CARD.height) return { type: "link", ...common };
  const width = Math.min(CARD.width, space.width);
  // The image scales with the socialImage's width; the text under it keeps its height.
  const height = Math.min(Math.round((width * 9) / 16) + (CARD.height - (CARD.width * 9) / 16), space.height);
  const src = `${siteUrl}/embed${articlePath(story.slug)}`;
  const html = `<iframe src="${escapeHtml(src)}" title="${escapeHtml(`${title} | ${edition.name}`)}" width="${width}" height="${Math.floor(height)}" loading="lazy" frameborder="0"></iframe>`;
  return { type: "rich", ...common, html, width, height: Math.floor(height) };
}
