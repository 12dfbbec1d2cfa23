import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import type { Cards } from "../cards/cards.ts";
import { ICONS } from "../cards/icon.ts";
import type { PublicEdition } from "../editions/public.ts";
import type { Editions } from "../editions/registry.ts";
import type { Services } from "../services.ts";
import { openWorkerScript } from "./workerScript.ts";

interface Parts {
  cards: Cards;
  editions: Editions;
  /** The folder of the built app; null while Vite serves it. */
  assets: string | null;
  servicesOf: (context: Context) => Services;
}

/** How many stories a page of what a reader follows is chosen from, on the reader's device. */
const LATEST = 120;

/** Browsers ask each time, and mostly hear that nothing changed; a cache in front asks twice a minute. */
const OF_THE_MOMENT = "public, max-age=0, s-maxage=30";

/**
 * Answers what a device needs that keeps the news: the manifest and the icons of the app, its service worker, a story's
 * text by itself, and which stories are the newest. All of it is the same for everybody, so that nobody learns from what is
 * asked for whom a reader follows or what is saved.
 */
export function addDeviceFiles(site: Hono, { cards, editions, assets, servicesOf }: Parts): void {
  const worker = openWorkerScript(assets);
  site.get("/sw.js", async (context) =>
    context.body(await worker, 200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" }),
  );

  site.get("/manifest.webmanifest", (context) =>
    context.body(JSON.stringify(manifestOf(servicesOf(context).edition)), 200, {
      "content-type": "application/manifest+json; charset=utf-8",
      "cache-control": "public, max-age=86400",
    }),
  );

  for (const [name, shape] of Object.entries(ICONS))
    site.get(`/${name}.png`, async (context) => {
      const edition = editions.forHost(new URL(context.req.url).host);
      const headers = { "content-type": "image/png", "cache-control": "public, max-age=86400" };
      return context.body(await cards.icon(edition, shape), 200, headers);
    });

  site.get("/api/edition/changes.json", async (context) => {
    const { news } = servicesOf(context);
    const slug = context.req.query("section");
    const page = slug === undefined ? await news.frontPage() : await news.section(slug);
    if (!page) return context.notFound();
    const stories =
      "hero" in page
        ? [...(page.hero.state === "loaded" ? [page.hero.story] : []), ...page.blocks.flatMap((block) => block.stories)]
        : page.block.stories;
    return answer(context, { stories: stories.map((story) => story.slug) });
  });

  site.get("/api/edition/latest.json", async (context) =>
    answer(context, { stories: await servicesOf(context).news.latest(LATEST) }),
  );

  site.get("/api/article/:slug", async (context) => {
    const page = await servicesOf(context).news.article(context.req.param("slug"));
    if (!page) return context.notFound();
    if (page.isTakenDown) return context.body(null, 410);
    return answer(context, { bodyHtml: page.bodyHtml, original: page.original });
  });
}

/** Sends plain data, or word that it is what the asker has. */
function answer(context: Context, data: object): Response {
  const body = JSON.stringify(data);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = { etag, "cache-control": OF_THE_MOMENT };
  if (context.req.header("if-none-match") === etag) return context.body(null, 304, headers);
  return context.body(body, 200, { ...headers, "content-type": "application/json; charset=utf-8" });
}

/** The edition as an app that can be installed (W3C, Web Application Manifest). */
function manifestOf({ name, nameplate, tagline, language }: PublicEdition): object {
  const icon = (file: keyof typeof ICONS, purpose: string) => ({
    src: `/${file}.png`,
    sizes: `${ICONS[file].side}x${ICONS[file].side}`,
    type: "image/png",
    purpose,
  });
  return {
    id: "/",
    start_url: "/",
    scope: "/",
    name,
    short_name: nameplate.second,
    description: tagline,
    lang: language,
    display: "minimal-ui",
    background_color: "#ffffff",
    theme_color: "#ffffff",
    icons: [icon("icon-192", "any"), icon("icon-512", "any"), icon("maskable-512", "maskable")],
    shortcuts: [{ name: `My ${nameplate.second}`, url: "/saved" }],
  };
}
