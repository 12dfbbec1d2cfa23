import { join } from "node:path";
import { parseOpml } from "feedsmith";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FeedFormat, FORMATS } from "../../core/feed/formats.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { parseIndependently, parseOpmlOutlines, parseWithFeedsmith } from "../support/feedParsers.ts";
import { breachesOfFeedRules } from "../support/feedRules.ts";
import { readUntil } from "../support/readUntil.ts";
import { createSectionFeed, feedPath, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { startWebSubHub, type WebSubHub } from "../support/websubHub.ts";

const formats = Object.keys(FORMATS) as FeedFormat[];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let hub: WebSubHub;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  hub = await startWebSubHub();
  serveSectionFeeds(host);
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => {
      if (section === "local")
        return [{ url: host.url(feedPath("local")), publisher: "The Wire", rights: { export: true } }];
      if (section === "world") return [{ url: host.url(feedPath("world")), publisher: "The World & Wire" }];
      return [];
    },
    relays: [],
    change: (edition) => edition.set("hub", hub.url),
  });
  site = await startSite({
    editions,
    data: folder.path,
    env: { ALLOW_PRIVATE_HOSTS: `${host.allowed},${hub.allowed}` },
  });
  await site.logs((log) => (log.match(/"feed polled"/g)?.length ?? 0) >= 2);
});

afterAll(async () => {
  await site?.stop();
  await hub.close();
  await host.close();
  await folder.remove();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers });
const getText = async (path: string) => (await get(path)).text();

describe("our own feeds", () => {
  it.each([
    ["the front page", "", ""],
    ["a section", "/local", ""],
    ["a source", "/sources/the-wire-local", ""],
    ["a search", "/search", "?q=story"],
  ])("of %s have the same items in three formats and for two parsers", async (_name, base, query) => {
    const read = await Promise.all(
      formats.map(async (format) => {
        const path = `${base}/${FORMATS[format].file}${query}`;
        const answer = await get(path);
        expect([answer.status, answer.headers.get("content-type")]).toEqual([
          200,
          `${FORMATS[format].type}; charset=utf-8`,
        ]);
        const written = await answer.text();
        expect(written).toContain(site.url + path);
        if (format === "rss") expect(breachesOfFeedRules(written, site.url + path)).toEqual([]);
        const stories = parseWithFeedsmith(written, format);
        expect(stories.length).toBeGreaterThan(0);
        // Compares only plain fields, since the parsers differ in the white space of markup.
        const parsedIndependently = await parseIndependently(written, format);
        expect(parsedIndependently.map(({ id, title, author, date }) => ({ id, title, author, date }))).toEqual(
          stories.map(({ id, title, author, date }) => ({ id, title, author, date })),
        );
        return stories;
      }),
    );
    expect(read[1]).toEqual(read[0]);
    expect(read[2]).toEqual(read[0]);
  });

  it("answer a conditional request with 304 until they change", async () => {
    for (const path of [
      "/atom.xml",
      "/local/feed.json",
      "/sources/the-wire-local/atom.xml",
      "/sources.opml",
      "/sitemap.xml",
    ]) {
      const etag = (await get(path)).headers.get("etag") ?? "";
      expect([path, (await get(path, { "if-none-match": etag })).status]).toEqual([path, 304]);
    }
  });

  it("do not exist for unknown sections and sources, and are empty for a search without results", async () => {
    for (const path of ["/gardening/atom.xml", "/sources/nobody/rss.xml"]) expect((await get(path)).status).toBe(404);
    expect(parseWithFeedsmith(await getText("/search/feed.json?q=zyzzyva"), "json")).toEqual([]);
  });

  it("are linked from the head of their page in all formats", async () => {
    for (const [page, base] of [
      ["/", ""],
      ["/local", "/local"],
    ]) {
      const html = await getText(page ?? "");
      for (const { file, type } of Object.values(FORMATS))
        expect(html).toMatch(
          new RegExp(`<link rel="alternate" type="${type.replace("+", "\\+")}" [^>]*href="${site.url}${base}/${file}"`),
        );
    }
    expect(await getText("/sources")).toContain('href="/sources/the-wire-local/feed.json"');
  });
});

describe("OPML lists", () => {
  it("open in two parsers", async () => {
    const sources = await getText("/sources.opml");
    expect((await parseOpmlOutlines(sources)).flatMap(({ xmlurl }) => xmlurl ?? [])).toEqual([
      host.url(feedPath("local")),
      host.url(feedPath("world")),
    ]);
    const outlines = parseOpml(sources).body?.outlines ?? [];
    expect(outlines.map(({ text }) => text)).toEqual(["Local News", "World News"]);
    const sections = await parseOpmlOutlines(await getText("/sections.opml"));
    expect(sections).toHaveLength(17);
    expect(sections[1]).toMatchObject({ xmlurl: `${site.url}/local/rss.xml`, htmlurl: `${site.url}/local` });
  });
});

describe("the WebSub hub", () => {
  it("is named in every feed and notified once of each that changed", async () => {
    const answer = await get("/local/atom.xml");
    expect(answer.headers.get("link")).toBe(`<${hub.url}>; rel="hub", <${site.url}/local/atom.xml>; rel="self"`);
    expect(await answer.text()).toContain(`<link href="${hub.url}" rel="hub"/>`);
    // Caches in front of the site must not serve an old version to clients that the hub has notified.
    expect(answer.headers.get("cache-control")).not.toContain("stale-while-revalidate");
    const paths = [
      "/feed",
      ...["", "/local", "/world", "/sources/the-wire-local", "/sources/the-world-wire-world"].flatMap((base) =>
        formats.map((format) => `${base}/${FORMATS[format].file}`),
      ),
    ];
    await hub.until(() => hub.topics().length >= paths.length);
    expect(
      hub
        .topics()
        .map((topic) => new URL(topic).pathname)
        .sort(),
    ).toEqual(paths.sort());
  });
});

describe("oEmbed", () => {
  const ask = (query: Record<string, string>) => get(`/oembed?${new URLSearchParams(query)}`);

  it("is linked from an article's head and returns a card in a frame that fits", async () => {
    const story = "/article/morning-local-story-2";
    const found = /type="application\/json\+oembed" [^>]*href="([^"]+)"/.exec(await getText(story))?.[1];
    const answer = await (await fetch((found ?? "").replaceAll("&amp;", "&"))).json();
    expect(answer).toMatchObject({ version: "1.0", type: "rich", title: "Morning local story 2", width: 600 });
    const narrow = await (await ask({ url: site.url + story, maxwidth: "320", maxheight: "300" })).json();
    expect([narrow.width, narrow.height, narrow.thumbnail_url]).toEqual([320, 300, undefined]);
    const src = /src="([^"]+)"/.exec(narrow.html)?.[1] ?? "";
    const card = await fetch(src);
    expect([card.status, getFrameAncestors(card)]).toEqual([200, "*"]);
    expect(await card.text()).toContain(`<a href="${story}" target="_top">Morning local story 2</a>`);
    expect(getFrameAncestors(await get(story))).toBe("'none'");
    // A frame has space only for a card, so a missing story has a small page instead of the complete site.
    const gone = await get("/embed/article/nothing-here");
    expect([gone.status, getFrameAncestors(gone)]).toEqual([404, "*"]);
    const page = await gone.text();
    expect(Array.from(page.matchAll(/<a [^>]*>/g), ([link]) => link)).toEqual(['<a href="/" target="_top">']);
    expect(page).toMatch(/<title>Page Not Found \| [^<]+<\/title>/);
    expect((await (await ask({ url: site.url + story, maxwidth: "100" })).json()).type).toBe("link");
  });

  it("returns XML on request, and an error for anything but an article of ours", async () => {
    const xml = await (await ask({ url: `${site.url}/article/morning-local-story-1`, format: "xml" })).text();
    expect(xml).toMatch(/^<\?xml [\s\S]+<oembed>\n<type>rich<\/type>[\s\S]+<html>&lt;iframe src=&quot;/);
    for (const [query, status] of [
      [{ url: `${site.url}/local` }, 404],
      [{ url: "https://elsewhere.example/article/morning-local-story-1" }, 404],
      [{ url: `${site.url}/article/%E0%A4%A` }, 404],
      [{ url: `${site.url}/article/morning-local-story-1`, format: "yaml" }, 501],
      [{}, 400],
    ] as const)
      expect((await ask(query)).status).toBe(status);
  });
});

describe("embedded walls", () => {
  it("show one section on request and offer the code for it", async () => {
    const wall = await getText("/embed/latest?section=world");
    expect(wall).toContain("Morning world story 1");
    expect(wall).not.toContain("Morning local story");
    expect(await getText("/embed/latest?section=gardening")).toContain("Morning local story 1");
    const page = await getText("/embed?section=world");
    expect(page).toContain(`src=&quot;${site.url}/embed/latest?section=world&quot;`);
    expect(page).toContain('<option value="world" selected="">World News</option>');
  });
});

describe("a new article", () => {
  it("is in every feed at once and causes no second notification within a minute", async () => {
    const before = (await get("/local/feed.json")).headers.get("etag") ?? "";
    host.serve(feedPath("local"), { body: createSectionFeed(host, "local", { edition: "Evening" }) });
    const env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}` };
    const notified = hub.topics().length;
    expect((await broadsheet(["feeds", "poll", host.url(feedPath("local"))], env)).status).toBe(0);
    await site.logs((log) => (log.match(/"feed polled"/g)?.length ?? 0) >= 3);
    // A poll waits only 5 s for pages to be rendered again, which is too short on a busy machine.
    for (const path of ["/local/feed.json", "/sources/the-wire-local/feed.json", "/search/feed.json?q=evening"])
      await readUntil(
        async () => parseWithFeedsmith(await getText(path), "json").map(({ title }) => title),
        (titles) => titles.includes("Evening local story 1"),
      );
    expect((await get("/local/feed.json", { "if-none-match": before })).status).toBe(200);
    expect(hub.topics()).toHaveLength(notified);
  });
});

/** Returns the frame-ancestors of a response's content security policy. */
function getFrameAncestors(response: Response): string | undefined {
  return /frame-ancestors ([^;]+)/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
}
