import type { Hono } from "hono";
import { element } from "../../../core/feed/xml.ts";
import { oembedOf } from "../../syndication/oembed.ts";
import type { ServeFile } from "../fileService.ts";

/** Answers sites that ask how to show a story of ours (oembed.com). */
export function addOembed(routes: Hono, serveFile: ServeFile): void {
  routes.get("/oembed", async (context) => {
    const { url, format = "json", maxwidth, maxheight } = context.req.query();
    if (!url) return context.text("Name the story's address as url.", 400);
    if (format !== "json" && format !== "xml") return context.text("There are the formats json and xml.", 501);
    return serveFile(context.req.raw, null, async ({ edition, news, siteUrl }) => {
      const slug = slugIn(url, siteUrl);
      const article = slug === null ? undefined : await news.article(slug);
      if (!article || article.isTakenDown) return undefined;
      const answer = oembedOf(article, edition, siteUrl, { width: pixels(maxwidth), height: pixels(maxheight) });
      const isJson = format === "json";
      return {
        body: isJson ? JSON.stringify(answer) : xmlOf(answer),
        type: `${isJson ? "application/json" : "text/xml"}; charset=utf-8`,
        policy: "feed",
        // Pages of other sites may ask by script: there is nothing in it that is not public.
        headers: { "access-control-allow-origin": "*" },
      };
    });
  });
}

/** The slug of the story that an address of ours leads to; null for every other address. */
function slugIn(url: string, siteUrl: string): string | null {
  const address = URL.parse(url);
  if (!address || address.host !== new URL(siteUrl).host) return null;
  const part = /^\/(?:text\/|embed\/)?article\/([^/]+)\/?$/.exec(address.pathname)?.[1];
  try {
    return part ? decodeURIComponent(part) : null;
  } catch {
    return null;
  }
}

function pixels(value: string | undefined): number {
  return /^[1-9]\d{0,4}$/.test(value ?? "") ? Number(value) : Number.POSITIVE_INFINITY;
}

function xmlOf(answer: object): string {
  const parts = Object.entries(answer).map(([name, value]) => element(name, String(value)));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<oembed>\n${parts.join("\n")}\n</oembed>\n`;
}
