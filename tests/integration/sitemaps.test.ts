import { join } from "node:path";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { fillWithArticles, MANY_FEED } from "../support/manyArticles.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { openDatabase } from "../support/stores.ts";

/** Number of articles. A single sitemap cannot contain this many. */
const ARTICLES = 60_000;
const MANY = { url: MANY_FEED, publisher: "Many", rights: { index: true } };
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z)?$/;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeEdition([MANY]);
  const database = await openDatabase(`sqlite:${join(folder.path, "broadsheet.db")}`);
  await fillWithArticles(database, "chicago", ARTICLES);
  await database.destroy();
  site = await startSite({ editions, data: folder.path });
});

afterAll(async () => {
  await site?.stop();
  await folder.remove();
});

function writeEdition(localFeeds: (typeof MANY)[]): Promise<string> {
  const feeds = (section: string) => (section === "local" ? localFeeds : []);
  return writeTestEdition(join(folder.path, "editions"), { feeds, relays: [] });
}

async function read(path: string): Promise<string> {
  const response = await fetch(site.url + path);
  expect([path, response.status, response.headers.get("content-type")]).toEqual([
    path,
    200,
    "application/xml; charset=utf-8",
  ]);
  return response.text();
}

/** Checks a sitemap against the format of sitemaps.org and returns its entries. */
function parseSitemap(xml: string, root: string, entry: string): { loc: string; lastmod: string | null }[] {
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  expect(xml.replace(/&(amp|lt|gt|quot);/g, "")).not.toContain("&");
  const open: string[] = [];
  const pages: { loc: string; lastmod: string | null }[] = [];
  const strays: string[] = [];
  let text = "";
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length === 0)
          expect([name, attributes.xmlns]).toEqual([root, "http://www.sitemaps.org/schemas/sitemap/0.9"]);
        if (open.length === 1 && name !== entry) strays.push(name);
        if (open.length === 1) pages.push({ loc: "", lastmod: null });
        open.push(name);
        text = "";
      },
      ontext(data) {
        text += data;
      },
      onclosetag(name) {
        if (open.pop() !== name) strays.push(`</${name}>`);
        const page = pages.at(-1);
        if (page && open.length === 2 && name === "loc") page.loc = text;
        if (page && open.length === 2 && name === "lastmod") page.lastmod = text;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  expect([strays, open]).toEqual([[], []]);
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.length).toBeLessThanOrEqual(50_000);
  expect(pages.filter(({ loc }) => !URL.canParse(loc))).toEqual([]);
  expect(pages.filter(({ lastmod }) => lastmod !== null && !INSTANT.test(lastmod))).toEqual([]);
  return pages;
}

describe("the sitemaps", () => {
  it("contain every article that is not taken down once, in files of at most 50,000", async () => {
    const sitemaps = parseSitemap(await read("/sitemap.xml"), "sitemapindex", "sitemap");
    expect(sitemaps.map(({ loc }) => loc.replace(site.url, ""))).toEqual([
      "/sitemaps/pages.xml",
      "/sitemaps/articles-1.xml",
      "/sitemaps/articles-2.xml",
    ]);
    const seen = new Set<string>();
    for (const { loc, lastmod } of sitemaps.slice(1)) {
      const response = await fetch(loc);
      const xml = await response.text();
      expect(xml.length).toBeLessThan(50 * 1024 * 1024);
      const pages = parseSitemap(xml, "urlset", "url");
      for (const page of pages) seen.add(page.loc);
      expect(pages.every((page) => (page.lastmod ?? "") <= (lastmod ?? ""))).toBe(true);
      expect((await fetch(loc, { headers: { "if-none-match": response.headers.get("etag") ?? "" } })).status).toBe(304);
    }
    expect(seen.size).toBe(ARTICLES - Math.floor(ARTICLES / 97));
    expect(seen).toContain(`${site.url}/article/story-50001-of-a-city-whose-council-meets`);
    expect((await fetch(`${site.url}/sitemaps/articles-3.xml`)).status).toBe(404);
  });

  it("contain the pages and sections, all of which exist", async () => {
    const pages = parseSitemap(await read("/sitemaps/pages.xml"), "urlset", "url").map(({ loc }) =>
      loc.replace(site.url, ""),
    );
    for (const path of ["/", "/local", "/events", "/about", "/faq", "/radio", "/support", "/newsletter"])
      expect(pages).toContain(path);
    for (const path of pages.filter((page) => !page.startsWith("/article/")))
      expect([path, (await fetch(site.url + path)).status]).toEqual([path, 200]);
  });

  it("list the newest thousand stories of two days for news search engines", async () => {
    const xml = await read("/news-sitemap.xml");
    const stories = parseSitemap(xml, "urlset", "url");
    expect(stories).toHaveLength(1000);
    expect(xml).toContain('xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"');
    expect(xml).toContain("<news:name>The Chicago Meridian</news:name><news:language>en</news:language>");
    const dates = Array.from(xml.matchAll(/<news:publication_date>([^<]+)</g), ([, date]) => Date.parse(date ?? ""));
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    expect(dates.every((date) => date > Date.now() - 48 * 3_600_000)).toBe(true);
    expect(stories[0]?.loc).toBe(`${site.url}/article/story-60000-of-a-city-whose-council-meets`);
    expect(xml).toContain("<news:title>Story 60000</news:title>");
  });

  it("are listed in robots.txt, which excludes search and API", async () => {
    const robots = await (await fetch(`${site.url}/robots.txt`)).text();
    for (const line of [
      "Disallow: /search",
      "Disallow: /api",
      `Sitemap: ${site.url}/sitemap.xml`,
      `Sitemap: ${site.url}/news-sitemap.xml`,
    ])
      expect(robots.split("\n")).toContain(line);
  });

  it("change for crawlers that have them when the rights of their feeds change", async () => {
    const url = `${site.url}/sitemaps/articles-1.xml`;
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    const getStatus = async () => (await fetch(url, { headers: { "if-none-match": etag } })).status;
    expect(await getStatus()).toBe(304);
    await writeEdition([MANY, { ...MANY, url: `${MANY_FEED}/other` }]);
    await expect.poll(getStatus).toBe(200);
  });
});
