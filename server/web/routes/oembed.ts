import type { Hono } from "hono";
import { articlePath } from "../../../core/addresses.ts";
import { getMarkedTitle } from "../../../core/byline.ts";
import { formatByline } from "../../../core/cleanAuthor.ts";
import { dropInvalidCharacters, element } from "../../../core/feed/xml.ts";
import type { ServerTexts } from "../../../core/language/en/server.ts";
import type { PublicEdition } from "../../editions/derived/publicEdition.ts";
import { escapeHtml } from "../../html/text.ts";
import type { ArticlePage } from "../../news/views.ts";
import type { ServeFile } from "../fileService.ts";

interface Parts {
  serveFile: ServeFile;
  refusalsFor: (request: Request) => ServerTexts["refusals"];
}

/** A size in pixels; Infinity if unlimited. */
interface Size {
  width: number;
  height: number;
}

/** Preferred size of a story's card. */
const CARD: Size = { width: 600, height: 560 };
const MIN_CARD: Size = { width: 240, height: 140 };
const CACHE_SECONDS = 3600;

/** Adds the oEmbed endpoint, through which other sites learn how to embed a story (oembed.com). */
export function addOembedRoute(routes: Hono, { serveFile, refusalsFor }: Parts): void {
  routes.get("/oembed", async (context) => {
    const { url, format = "json", maxwidth, maxheight } = context.req.query();
    const { noUrl, wrongFormat } = refusalsFor(context.req.raw);
    if (!url) return context.text(noUrl, 400);
    if (format !== "json" && format !== "xml") return context.text(wrongFormat, 501);
    return serveFile(context.req.raw, null, async ({ edition, news, siteUrl }) => {
      const slug = findSlug(url, siteUrl);
      const article = slug === null ? undefined : await news.articleOfAnySlug(slug);
      // A sample is an invented story, which other sites must not present as news.
      if (!article || article.isTakenDown || article.story.isSample) return undefined;
      const maxSize = { width: parsePixels(maxwidth), height: parsePixels(maxheight) };
      const oembed = buildOembed(article, edition, siteUrl, maxSize);
      const isJson = format === "json";
      return {
        body: isJson ? JSON.stringify(oembed) : toXml(oembed),
        type: `${isJson ? "application/json" : "text/xml"}; charset=utf-8`,
        policy: "feed",
        // Scripts of other sites may read the response, since all its data is public.
        headers: { "access-control-allow-origin": "*" },
      };
    });
  });
}

/** Describes a story: an iframe with its card, or a link if the requested size is too small for the card. */
function buildOembed({ story, socialImage }: ArticlePage, edition: PublicEdition, siteUrl: string, max: Size): object {
  const title = dropInvalidCharacters(getMarkedTitle(story));
  const common = {
    version: "1.0",
    title,
    author_name: dropInvalidCharacters(formatByline(story)),
    provider_name: edition.name,
    provider_url: `${siteUrl}/`,
    cache_age: CACHE_SECONDS,
    // Leaves out the thumbnail if it exceeds the requested size, since the image has only one size.
    ...(story.mayExport &&
      socialImage.width <= max.width &&
      socialImage.height <= max.height && {
        thumbnail_url: siteUrl + socialImage.src,
        thumbnail_width: socialImage.width,
        thumbnail_height: socialImage.height,
      }),
  };
  if (max.width < MIN_CARD.width || max.height < MIN_CARD.height) return { type: "link", ...common };
  const width = Math.min(CARD.width, max.width);
  // The image scales with the card's width; the text under it keeps its height.
  const textHeight = CARD.height - (CARD.width * 9) / 16;
  const imageHeight = story.mayExport ? Math.round((width * 9) / 16) : 0;
  const height = Math.floor(Math.min(imageHeight + textHeight, max.height));
  const src = `${siteUrl}/embed${articlePath(story.slug)}`;
  const html = `<iframe src="${escapeHtml(src)}" title="${escapeHtml(`${title} | ${edition.name}`)}" width="${width}" height="${height}" loading="lazy" frameborder="0"></iframe>`;
  return { type: "rich", ...common, html, width, height };
}

/** Returns the slug in the URL of a story on this site; null for any other URL. */
function findSlug(url: string, siteUrl: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed || parsed.host !== URL.parse(siteUrl)?.host) return null;
  const slug = /^\/(?:text\/|embed\/)?article\/([^/]+)\/?$/.exec(parsed.pathname)?.[1];
  try {
    return slug ? decodeURIComponent(slug) : null;
  } catch {
    return null;
  }
}

/** Parses a number of pixels; returns Infinity unless it is a whole number from 1 to 99999. */
function parsePixels(value = ""): number {
  return /^[1-9]\d{0,4}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;
}

function toXml(oembed: object): string {
  const elements = Object.entries(oembed).map(([name, value]) => element(name, String(value)));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<oembed>\n${elements.join("\n")}\n</oembed>\n`;
}
