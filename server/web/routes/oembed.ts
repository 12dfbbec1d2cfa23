import type { Hono } from "hono";
import { element } from "../../../core/feed/xml.ts";
import { oembedOf } from "../../syndication/oembed.ts";
import type { ServeFile } from "../fileService.ts";

/** Adds the oEmbed endpoint, by which other sites learn how to embed a story (oembed.com). */
export function addOembed(routes: Hono, serveFile: ServeFile): void {
  routes.get("/oembed", async (context) => {
    const { url, format = "json", maxwidth, maxheight } = context.req.query();
    if (!url) return context.text("Name the story's address as url.", 400);
    if (format !== "json" && format !== "xml") return context.text("There are the formats json and xml.", 501);
    return serveFile(context.req.raw, null, async ({ edition, news, siteUrl }) => {
      const slug = findSlug(url, siteUrl);
      const article = slug === null ? undefined : await news.article(slug);
      if (!article || article.isTakenDown) return undefined;
      const maxSize = { width: readPixels(maxwidth), height: readPixels(maxheight) };
      const oembed = oembedOf(article, edition, siteUrl, maxSize);
      const isJson = format === "json";
      return {
        body: isJson ? JSON.stringify(oembed) : toXml(oembed),
        type: `${isJson ? "application/json" : "text/xml"}; charset=utf-8`,
        policy: "feed",
        // Scripts of other sites may read it: everything in it is public.
        headers: { "access-control-allow-origin": "*" },
      };
    });
  });
}

/** Returns the slug of the story that a URL of this site leads to; null for any other URL. */
function findSlug(url: string, siteUrl: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed || parsed.host !== new URL(siteUrl).host) return null;
  const slug = /^\/(?:text\/|embed\/)?article\/([^/]+)\/?$/.exec(parsed.pathname)?.[1];
  try {
    return slug ? decodeURIComponent(slug) : null;
  } catch {
    return null;
  }
}

/** Returns the number of pixels; infinity unless it is a whole number from 1 to 99999. */
function readPixels(value: string | undefined): number {
  return /^[1-9]\d{0,4}$/.test(value ?? "") ? Number(value) : Number.POSITIVE_INFINITY;
}

function toXml(oembed: object): string {
  const elements = Object.entries(oembed).map(([name, value]) => element(name, String(value)));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<oembed>\n${elements.join("\n")}\n</oembed>\n`;
}
