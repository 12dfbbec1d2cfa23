import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { typeset } from "../../core/typography.ts";
import { type Edition, loadEditions } from "../../server/editions/loading/load.ts";
import type { SampleStory } from "../../server/editions/pages/samples.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { findUnnamed, STORY_PARTS } from "../support/storyParts.ts";

const HOSTILE = 'Budget </script><script>alert(1)</script> & "quotes" <b>';

const PUBLISHERS = { local: "The Lake Wire", business: "The Trade Wire" };

/** The edition's sample stories. They appear in all sections except Local and Business, which have feeds. */
const { samples, samplesBySlug } = (await loadEditions("editions"))[0] as Edition;
const [SAMPLE] = samples.get("culture") as [SampleStory, ...SampleStory[]];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let editions: string;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serve(feedPath("local"), {
    body: createSectionFeed(host, "local", { pictures: true }).replace(
      "Mon, 20 Apr 2026 08:00:00 GMT",
      new Date().toUTCString(),
    ),
  });
  host.serve(feedPath("business"), {
    body: createSectionFeed(host, "business")
      .replace("Morning business story 1", `<![CDATA[${escapeHtml(HOSTILE)}]]>`)
      .replace("Mon, 20 Apr 2026 08:00:00 GMT", new Date().toUTCString()),
  });
  const body = await sharp({ create: { width: 900, height: 1200, channels: 3, background: "#8f4634" } })
    .jpeg()
    .toBuffer();
  host.serve("/pictures/local-0.jpg", { body, contentType: "image/jpeg" });
  editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => {
      if (section !== "local" && section !== "business") return [];
      const feed = { url: host.url(feedPath(section)), publisher: PUBLISHERS[section] };
      return section === "business" ? [{ ...feed, rights: { index: true } }] : [feed];
    },
    relays: [],
  });
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed, SITE_URL: "https://meridian.example" };
  site = await startSite({ editions, data: folder.path, env });
  await site.logs((log) => log.match(/"feed polled"/g)?.length === 2);
  await site.logs((log) => log.includes('"msg":"image stored"'));
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

/** Escapes text for a feed title, which is HTML. */
function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function decodeHtml(text: string): string {
  const characters = { quot: '"', lt: "<", gt: ">", "#x27": "'", amp: "&" };
  return text.replaceAll(/&(quot|lt|gt|#x27|amp);/g, (_, name) => characters[name as keyof typeof characters]);
}

const get = async (path: string) => (await fetch(site.url + path)).text();

/** Returns a page's meta tags by name or property, and its canonical URL. */
async function readHead(path: string): Promise<Record<string, string>> {
  const html = await get(path);
  const metas = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? "";
  const entries = Array.from(metas, ([, name, content]) => [name, decodeHtml(content ?? "")]);
  return Object.fromEntries([...entries, ["canonical", decodeHtml(canonical)]]);
}

const toLocalUrl = (address = "") => site.url + address.replace("https://meridian.example", "");

async function fetchImage(address: string | undefined, at = site.url) {
  const answer = await fetch(toLocalUrl(address).replace(site.url, at));
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  return { bytes, shape: [format, width, height], cache: answer.headers.get("cache-control") };
}

async function findStory(section: string, words: string): Promise<string> {
  const links = (await get(`/${section}`)).matchAll(/href="(\/article\/[^"]+)"/g);
  const link = Array.from(links, ([, href]) => href ?? "").find((href) => href.includes(words));
  expect(link).toBeDefined();
  return link ?? "";
}

it("describes every page and links a social image of the declared size", async () => {
  for (const path of ["/", "/local", "/events", `/article/${SAMPLE.slug}`]) {
    const head = await readHead(path);
    expect(head).toMatchObject({
      "og:type": "website",
      "og:site_name": "The Chicago Meridian",
      "og:url": `https://meridian.example${path}`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
      canonical: `https://meridian.example${path}`,
    });
    for (const name of ["og:title", "og:description", "og:image:alt", "description"])
      expect(head[name], `${path} ${name}`).toMatch(/\w/);
    const image = await fetchImage(head["og:image"]);
    expect(image.shape).toEqual(["jpeg", 1200, 630]);
    expect(image.cache).toContain("immutable");
  }
});

it("names the publisher's page as the canonical one of a feed story", async () => {
  const head = await readHead(await findStory("local", "morning-local-story-3"));
  expect(head).toMatchObject({
    "og:title": "Morning local story 3",
    "article:published_time": "2026-04-20T10:00:00.000Z",
    "article:section": "Local News",
    author: "Staff Writer, The Lake Wire",
    canonical: host.url("/stories/Morning/local/3"),
    "og:url": host.url("/stories/Morning/local/3"),
  });
  expect(await readHead("/text/article/morning-local-story-3")).toMatchObject({
    canonical: host.url("/stories/Morning/local/3"),
  });
});

it("lets search engines list only stories of feeds whose rights permit it, in pages and sitemaps", async () => {
  const [local, business] = await Promise.all([
    findStory("local", "morning-local-story-5"),
    findStory("business", "morning-business-story-5"),
  ]);
  const paths = [`/article/${SAMPLE.slug}`, local, business];
  const robots = await Promise.all(paths.map(async (path) => (await readHead(path)).robots));
  expect(robots).toEqual(["noindex, follow", "noindex, follow", undefined]);
  const text = (await Promise.all(paths.map((path) => get(`/text${path}`)))).map(
    (html) => /<meta name="robots" content="([^"]*)">/.exec(html)?.[1],
  );
  expect(text).toEqual(["noindex", "noindex", undefined]);
  for (const path of ["/sitemaps/articles-1.xml", "/news-sitemap.xml"]) {
    const sitemap = await get(path);
    expect(sitemap).toContain(`https://meridian.example${business}<`);
    expect(sitemap).not.toContain("local-story");
  }
});

it("gives a sample's page no structured data, no embed code and the edition's social image", async () => {
  const html = await get(`/article/${SAMPLE.slug}`);
  expect(html).not.toMatch(/ld\+json|oembed|article:published_time/);
  const [page, home] = [await readHead(`/article/${SAMPLE.slug}`), await readHead("/")];
  expect(page["og:image"]).toBe(home["og:image"]);
  expect(page["og:title"]).toBe(`Sample story: ${typeset(SAMPLE.title, "en-US")}`);
  expect((await fetch(toLocalUrl(`/cards/anotherone12/${SAMPLE.slug}.jpg`))).status).toBe(404);
});

it.each<[string, keyof typeof STORY_PARTS]>([
  ["/", "page"],
  ["/local", "page"],
  ["/business", "page"],
  ["/search?q=morning+story", "page"],
  ["/archive/2026/04/20", "page"],
  ["/nothing-here", "page"],
  ["/radio", "page"],
  ["/article/morning-local-story-3", "page"],
  ["/embed/latest", "page"],
  ["/embed/latest?section=local", "page"],
  ["/embed/article/morning-local-story-3", "page"],
  ["/text", "textPage"],
  ["/text/local", "textPage"],
  ["/text/article/morning-local-story-3", "whole"],
  ["/rss.xml", "xml"],
  ["/local/atom.xml", "xml"],
  ["/feed.json", "json"],
  ["/search/rss.xml?q=story", "xml"],
  ["/search/suggest?q=morning+story", "suggestions"],
  ["/oembed?url=https://meridian.example/article/morning-local-story-3", "whole"],
])("names the publisher of each feed story at %s", async (path, kind) => {
  const accept = path === "/rss.xml" ? "application/rss+xml" : "text/html";
  const response = await fetch(site.url + path, { headers: { accept } });
  expect(findUnnamed(STORY_PARTS[kind](await response.text()), PUBLISHERS)).toEqual([]);
});

it("names the publisher of each feed story in the briefing, which has no samples", async () => {
  const env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`, EDITIONS_DIR: editions };
  const { errors, status } = await broadsheet(["newsletter", "preview", "--out", folder.path], env);
  expect(status, errors).toBe(0);
  for (const [file, kind] of Object.entries({ "briefing.html": "mail", "briefing.txt": "plainMail" } as const)) {
    const text = await readFile(join(folder.path, file), "utf8");
    expect(findUnnamed(STORY_PARTS[kind](text), PUBLISHERS)).toEqual([]);
    expect([...samplesBySlug.keys()].filter((slug) => text.includes(slug))).toEqual([]);
  }
});

it("crops a story's photo to a social image, or draws the headline if the photo is missing", async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(async (number) => readHead(await findStory("local", `morning-local-story-${number}`))),
  );
  const photo = await fetchImage(first?.["og:image"]);
  expect(photo.shape).toEqual(["jpeg", 1200, 630]);
  const [red, green, blue] = (await sharp(photo.bytes).stats()).channels.map(({ mean }) => Math.round(mean));
  expect([red, green, blue].map((value) => Math.round((value ?? 0) / 10))).toEqual([14, 7, 5]);

  const drawn = await fetchImage(second?.["og:image"]);
  expect(drawn.shape).toEqual(["jpeg", 1200, 630]);
  // The image may be cached forever, since its URL changes once the story's photo is stored.
  expect(drawn.cache).toContain("immutable");
});

it("answers an old URL of a social image with the current one, for a minute", async () => {
  const { "og:image": url = "" } = await readHead(await findStory("business", "morning-business-story-2"));
  const current = await fetchImage(url);
  const old = await fetchImage(url.replace(/\/cards\/[^/]+/, "/cards/anotherone12"));
  expect(old.bytes.equals(current.bytes)).toBe(true);
  expect([current.cache, old.cache]).toEqual([expect.stringContaining("immutable"), "public, max-age=60"]);
  expect((await fetch(toLocalUrl("/cards/anotherone12/never-written.jpg"))).status).toBe(404);
});

it("draws the same social image on a machine without fonts", async () => {
  const { "og:image": image = "" } = await readHead(await findStory("business", "morning-business-story-2"));
  const bare = join(folder.path, "bare");
  await mkdir(bare);
  await writeFile(join(bare, "fonts.conf"), "<fontconfig></fontconfig>");
  const env = { FONTCONFIG_FILE: join(bare, "fonts.conf"), ALLOW_PRIVATE_HOSTS: host.allowed };
  const without = await startSite({ editions, data: bare, env });
  try {
    await without.logs((log) => log.match(/"feed polled"/g)?.length === 2);
    // Compares the average gray of squares of eight pixels, since anti-aliasing differs between machines.
    const inkAt = async (at: string) => {
      const { bytes } = await fetchImage(image, at);
      return sharp(bytes).greyscale().resize({ width: 150 }).raw().toBuffer();
    };
    const [here, there] = await Promise.all([inkAt(site.url), inkAt(without.url)]);
    const differing = here.filter((value, index) => Math.abs(value - (there[index] ?? 0)) > 60).length;
    expect(differing).toBeLessThan(30);
  } finally {
    await without.stop();
  }
});

it("escapes hostile headlines in meta tags and JSON-LD", async () => {
  const path = await findStory("business", "budget");
  const html = await get(path);
  const [json, ...others] = Array.from(
    html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
    ([, text]) => text,
  );
  expect(others).toEqual([]);
  expect(JSON.parse(json ?? "")).toMatchObject({
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    headline: typeset(HOSTILE, "en-US"),
    datePublished: "2026-04-20T12:00:00.000Z",
    isBasedOn: host.url("/stories/Morning/business/1"),
    mainEntityOfPage: host.url("/stories/Morning/business/1"),
    publisher: { name: "The Trade Wire" },
  });
  expect((await readHead(path))["og:title"]).toBe(typeset(HOSTILE, "en-US"));
  expect((await fetchImage((await readHead(path))["og:image"])).shape).toEqual(["jpeg", 1200, 630]);
});
