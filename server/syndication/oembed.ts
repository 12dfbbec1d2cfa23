import { articlePath } from "../../core/addresses.ts";
import { DEFAULT_AUTHOR } from "../../core/article.ts";
import { legible } from "../../core/feed/xml.ts";
import type { PublicEdition } from "../editions/public.ts";
import { escapeHtml } from "../html/text.ts";
import type { ArticlePage } from "../news/views.ts";

/** The size of a story's card where there is room, and the least in which it can be read, in pixels. */
const CARD = { width: 600, height: 560 };
const LEAST = { width: 240, height: 140 };
const CACHE_SECONDS = 3600;

interface Room {
  /** In pixels; infinite where nobody says. */
  width: number;
  height: number;
}

/** How other sites may show a story: its card in a frame, or where there is no room for that, a link. */
export function oembedOf({ story, card }: ArticlePage, edition: PublicEdition, siteUrl: string, room: Room): object {
  const title = legible(story.title);
  const about = {
    version: "1.0",
    title,
    author_name: story.author === DEFAULT_AUTHOR ? (story.source ?? edition.name) : legible(story.author),
    provider_name: edition.name,
    provider_url: `${siteUrl}/`,
    cache_age: CACHE_SECONDS,
    // A thumbnail may not be larger than what fits, and this one has one size.
    ...(card.width <= room.width &&
      card.height <= room.height && {
        thumbnail_url: siteUrl + card.src,
        thumbnail_width: card.width,
        thumbnail_height: card.height,
      }),
  };
  if (room.width < LEAST.width || room.height < LEAST.height) return { type: "link", ...about };
  const width = Math.min(CARD.width, room.width);
  // The card is as high as its picture, which is as wide as the card, and the words under it.
  const height = Math.min(Math.round((width * 9) / 16) + (CARD.height - (CARD.width * 9) / 16), room.height);
  const src = `${siteUrl}/embed${articlePath(story.slug)}`;
  const html = `<iframe src="${escapeHtml(src)}" title="${escapeHtml(`${title} | ${edition.name}`)}" width="${width}" height="${Math.floor(height)}" loading="lazy" frameborder="0"></iframe>`;
  return { type: "rich", ...about, html, width, height: Math.floor(height) };
}
