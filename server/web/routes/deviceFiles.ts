import type { Hono } from "hono";
import { articlePath } from "../../../core/addresses.ts";
import type { Edition } from "../../editions/load.ts";
import type { PublicEdition } from "../../editions/public.ts";
import { ICONS } from "../../images/drawn/appIcons.ts";
import type { Cards } from "../../images/drawn/socialImages.ts";
import { POLICIES } from "../cacheControl.ts";
import type { ServeFile } from "../fileService.ts";
import { openWorkerScript } from "./serviceWorkerScript.ts";

interface Parts {
  cards: Cards;
  editionOf: (request: Request) => Edition | undefined;
  serveFile: ServeFile;
  /** The folder of the built app; null while Vite serves it. */
  assets: string | null;
}

/** How many stories a page of what a reader follows is chosen from, on the reader's device. */
const LATEST = 120;

/**
 * Answers what a device needs that keeps the news: the manifest and the icons of the app, its service worker, a story's
 * text by itself, and which stories are the newest. All of it is the same for everybody, so that nobody learns from what is
 * asked for whom a reader follows or what is saved.
 */
export function addDeviceFiles(routes: Hono, { cards, editionOf, serveFile, assets }: Parts): void {
  const worker = openWorkerScript(assets);
  routes.get("/sw.js", async (context) =>
    context.body(await worker, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": POLICIES.loading,
      // What the worker may ask for goes by this, and not by the policies of the pages.
      "content-security-policy": "default-src 'none'; connect-src 'self'",
    }),
  );

  routes.get("/manifest.webmanifest", ({ req }) =>
    serveFile(req.raw, "/manifest.webmanifest", ({ edition }) => ({
      body: JSON.stringify(manifestOf(edition)),
      type: "application/manifest+json; charset=utf-8",
      policy: "day",
    })),
  );

  for (const [name, shape] of Object.entries(ICONS))
    routes.get(`/${name}.png`, async (context) => {
      const edition = editionOf(context.req.raw);
      if (!edition) return context.notFound();
      const headers = { "content-type": "image/png", "cache-control": POLICIES.day };
      return context.body(await cards.icon(edition, shape), 200, headers);
    });

  routes.get("/api/edition/changes.json", ({ req }) => {
    const slug = req.query("section");
    const isSection = editionOf(req.raw)?.sections.some((section) => section.slug === slug);
    if (slug !== undefined && !isSection) return serveFile(req.raw, null, () => undefined);
    const address = `/api/edition/changes.json${slug === undefined ? "" : `?section=${slug}`}`;
    return serveFile(req.raw, address, async ({ news }) => {
      const page = slug === undefined ? await news.frontPage() : await news.section(slug);
      if (!page) return undefined;
      const hero = "hero" in page && page.hero.state === "loaded" ? [page.hero.story] : [];
      const blocks = "hero" in page ? page.blocks : [page.block];
      return dataOf({ stories: [...hero, ...blocks.flatMap(({ stories }) => stories)].map((story) => story.slug) });
    });
  });

  routes.get("/api/edition/latest.json", ({ req }) =>
    serveFile(req.raw, "/api/edition/latest.json", async ({ news }) => dataOf({ stories: await news.latest(LATEST) })),
  );

  routes.get("/api/article/:slug", ({ req }) => {
    const slug = req.param("slug");
    return serveFile(req.raw, `/api${articlePath(slug)}`, async ({ news }) => {
      const page = await news.article(slug);
      if (!page) return undefined;
      if (page.isTakenDown) return { ...dataOf(null), status: 410 };
      return dataOf({ bodyHtml: page.bodyHtml, original: page.original });
    });
  });
}

function dataOf(data: object | null) {
  return { body: JSON.stringify(data), type: "application/json; charset=utf-8", policy: "data" as const };
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
