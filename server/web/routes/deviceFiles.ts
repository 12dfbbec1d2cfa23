import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Hono } from "hono";
import { ALERTS_PATH, articlePath } from "../../../core/addresses.ts";
import { getMarkedTitle } from "../../../core/byline.ts";
import { getSiteTexts } from "../../../core/language/catalogs.ts";
import type { PublicEdition } from "../../editions/derived/publicEdition.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { APP_ICONS, type DrawnImages } from "../../images/drawn/drawnImages.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";
import { createFileRoutes, type ServeFile } from "../fileService.ts";

interface Parts {
  drawnImages: DrawnImages;
  findEdition: (request: Request) => Edition | undefined;
  serveFile: ServeFile;
  /** Folder of the built app; null while Vite serves the app. */
  assets: string | null;
}

/** Number of stories in latest.json. From these, a device selects the stories of followed sections and sources. */
const LATEST_STORIES = 120;

/** Service worker for a server without a build, as in development. It removes an earlier worker and its caches. */
const UNREGISTER = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));`;

/** Matches build files that the service worker caches at installation, since no page's HTML names them. */
const CACHED_FILES = /^deviceStorage-[\w-]+\.js$/;

/**
 * Adds the files with which devices install the site, read offline, and follow or save stories. Responses are the same
 * for every reader, so requests do not reveal what a reader follows or saves.
 */
export function addDeviceRoutes(routes: Hono, { drawnImages, findEdition, serveFile, assets }: Parts): void {
  const workerScript = readWorkerScript(assets);
  const addFile = createFileRoutes(routes, serveFile);
  routes.get("/sw.js", async (context) =>
    context.body(await workerScript, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": CACHE_POLICIES.loading,
      // This policy governs the requests of the service worker itself.
      "content-security-policy": "default-src 'none'; connect-src 'self'",
    }),
  );

  addFile("/manifest.webmanifest", ({ edition }) => ({
    body: JSON.stringify(createManifest(edition)),
    type: "application/manifest+json; charset=utf-8",
    policy: "day",
  }));

  for (const [name, shape] of Object.entries(APP_ICONS))
    routes.get(`/${name}.png`, async (context) => {
      const edition = findEdition(context.req.raw);
      if (!edition) return context.notFound();
      const headers = { "content-type": "image/png", "cache-control": CACHE_POLICIES.day };
      return context.body(await drawnImages.getAppIcon(edition, shape), 200, headers);
    });

  routes.get("/api/edition/changes.json", ({ req }) => {
    const slug = req.query("section");
    const isSection = findEdition(req.raw)?.sections.some((section) => section.slug === slug);
    if (slug !== undefined && !isSection) return serveFile(req.raw, null, () => undefined);
    const address = `/api/edition/changes.json${slug === undefined ? "" : `?section=${slug}`}`;
    return serveFile(req.raw, address, async ({ news }) => {
      const page = slug === undefined ? await news.frontPage() : await news.section(slug);
      if (!page) return undefined;
      const hero = "hero" in page && page.hero.state === "loaded" ? [page.hero.story] : [];
      const secondary = "hero" in page ? page.secondary : [];
      const blocks = "hero" in page ? page.blocks : [page.block];
      const stories = [...hero, ...secondary, ...blocks.flatMap(({ stories }) => stories)].filter(
        ({ isSample }) => !isSample,
      );
      return toJsonFile({ stories: stories.map(({ slug }) => slug) });
    });
  });

  addFile(ALERTS_PATH, async ({ alerts }) => ({ ...toJsonFile(await alerts()), policy: "live" as const }));

  addFile("/api/edition/latest.json", async ({ news }) => toJsonFile(await news.latest(LATEST_STORIES, true)));

  addFile("/takedowns.json", async ({ takedowns }) => toJsonFile(await takedowns.forDevices()));

  routes.get("/api/article/:slug", ({ req }) => {
    const slug = req.param("slug");
    return serveFile(req.raw, `/api${articlePath(slug)}`, async ({ news }) => {
      // Finds former slugs, too, since a saved copy keeps the slug that the story had when it was saved.
      const page = await news.articleOfAnySlug(slug, true);
      if (!page) return undefined;
      if (page.isTakenDown) return { ...toJsonFile(null), status: 410 };
      const { story, bodyHtml, original, expiresAt, corrections, updated } = page;
      const { deck, mayExport = false, isSample } = story;
      const title = getMarkedTitle(story);
      const own = story.source === null && !isSample ? { title, corrections, updatedAt: updated?.instant } : {};
      return toJsonFile({ deck, bodyHtml, original, expiresAt, mayExport, ...own });
    });
  });
}

function toJsonFile(data: object | null) {
  return { body: JSON.stringify(data), type: "application/json; charset=utf-8", policy: "data" as const };
}

/** Creates the manifest with which the site can be installed as an app (W3C, Web Application Manifest). */
function createManifest({ name, nameplate, tagline, language, look }: PublicEdition): object {
  const icon = (file: keyof typeof APP_ICONS, purpose: string) => ({
    src: `/${file}.png`,
    sizes: `${APP_ICONS[file].side}x${APP_ICONS[file].side}`,
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
    theme_color: look.accent?.light ?? "#ffffff",
    icons: [icon("icon-192", "any"), icon("icon-512", "any"), icon("maskable-512", "maskable")],
    shortcuts: [{ name: getSiteTexts(language).frame.myPage(nameplate.second), url: "/saved" }],
  };
}

/**
 * Reads the service worker's script (app/worker) from the built app, and adds a first line with the build's id and
 * files. Thus browsers detect a new build. Without a build, returns `UNREGISTER`.
 */
async function readWorkerScript(folder: string | null): Promise<string> {
  const code = folder && (await readFile(join(folder, "sw.js"), "utf8").catch(ignoreMissing));
  if (!folder || !code) return UNREGISTER;
  const names = (await readdir(join(folder, "assets"))).sort();
  const id = createHash("sha256").update(names.join()).update(code).digest("base64url").slice(0, 12);
  const files = names.filter((name) => CACHED_FILES.test(name)).map((name) => `/assets/${name}`);
  return `self.build=${JSON.stringify({ id, files })};\n${code}`;
}
