import { join } from "node:path";
import { parseRssFeed } from "feedsmith";
import RssParser from "rss-parser";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFeed } from "../../server/feeds/parse/readFeed.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { breachesOfFeedRules } from "../support/feedRules.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

/** Titles as readers see them. The feed escapes them twice, so no parser reads a part of them as markup. */
const TITLES = [
  "Why ]]> ends nothing",
  "Fish & chips at <b>Lock 7</b>",
  "Hot dogs 🌭 at the lake 👩‍👩‍👧‍👦",
  "שלום to Rogers Park, and العربية too",
];

const hostileFeed = (host: FeedHost, section: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>Wire</title><link>${host.url("/")}</link><description>Test</description>
${TITLES.map(
  (
    title,
    number,
  ) => `<item><title>${escaped(escaped(title))}</title><link>${host.url(`/stories/${section}/${number}`)}</link>
<guid isPermaLink="false">wire-${number}</guid><pubDate>${new Date(Date.UTC(2026, 3, 20, 12 - number)).toUTCString()}</pubDate>
<author>desk@wire.example (Ida Wells)</author><category>Wire &amp; cable</category>
<description>A summary of story ${number}.</description>
<enclosure url="${host.url(`/a${number}.mp3`)}" type="audio/mpeg" length="1000"/>
<content:encoded><![CDATA[<p>All of story ${number}, with <a href="/more">more</a>.</p><img src="/photo-${number}.jpg" width="900">]]></content:encoded></item>`,
).join("\n")}
</channel></rss>`;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  for (const section of ["local", "world"]) host.serve(`/${section}.xml`, { body: hostileFeed(host, section) });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => {
      if (section === "local")
        return [{ url: host.url("/local.xml"), publisher: "The Wire", rights: { export: true } }];
      if (section === "world")
        return [{ url: host.url("/world.xml"), publisher: "The Wire", rights: { text: "full", export: true } }];
      return [];
    },
    relays: [],
  });
  const photograph = sharp({ create: { width: 900, height: 60, channels: 3, background: "#3f6f88" } });
  host.serve("/photo-0.jpg", { body: await photograph.jpeg().toBuffer(), contentType: "image/jpeg" });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => (log.match(/"feed polled"/g)?.length ?? 0) >= 2);
  await site.logs((log) => log.includes('"msg":"image stored"'));
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers });
const titlesIn = (xml: string) => parseRssFeed(xml).items?.map(({ title }) => title) ?? [];

describe("/rss.xml and /feed", () => {
  it.each([
    [BROWSER, "text/html"],
    ["text/html", "text/html"],
    ["*/*", "application/rss+xml"],
    ["application/rss+xml", "application/rss+xml"],
    ["application/atom+xml,application/rss+xml;q=0.9,text/html;q=0.7,*/*;q=0.1", "application/rss+xml"],
    ["text/html;q=0, */*", "application/rss+xml"],
    ["", "application/rss+xml"],
  ])("respond to Accept %j with %s", async (accept, type) => {
    for (const path of ["/rss.xml", "/feed"]) {
      const response = await get(path, { accept });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(new RegExp(`^${type.replace("+", "\\+")};`));
      expect(response.headers.get("vary")).toMatch(/\bAccept\b(?!-)/);
    }
  });

  it("are the same page in a browser, with the URLs of all feeds, without scripts", async () => {
    for (const path of ["/rss.xml", "/feed"]) {
      const page = await (await get(path, { accept: BROWSER })).text();
      expect(page).toContain("<h1>RSS Feeds</h1>");
      for (const address of ["/rss.xml", "/local/rss.xml", "/real-estate/rss.xml", "/events/rss.xml"])
        expect(page).toContain(`${site.url}${address}</code>`);
      expect(page).toContain(`<link rel="canonical" href="${site.url}/rss.xml"/>`);
    }
  });

  it("are valid by the rules of the feed validator, like the feeds of sections", async () => {
    for (const path of ["/rss.xml", "/feed", "/local/rss.xml", "/world/rss.xml", "/events/rss.xml"])
      expect(breachesOfFeedRules(await (await get(path)).text(), site.url + path)).toEqual([]);
  });

  it("contain the newest stories, each once, and no samples", async () => {
    const items = parseRssFeed(await (await get("/rss.xml")).text()).items ?? [];
    // Two polled feeds contain the same four stories. The site's own feed lists each story only once.
    expect(items.map(({ title }) => title)).toEqual(TITLES);
    const dates = items.map(({ pubDate }) => Date.parse(pubDate ?? ""));
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  });
});

describe("a section's feed", () => {
  it("is always RSS, and 404 for an unknown section", async () => {
    const response = await get("/local/rss.xml", { accept: BROWSER });
    expect(response.headers.get("content-type")).toMatch(/^application\/rss\+xml/);
    expect(titlesIn(await response.text())).toEqual(TITLES);
    expect((await get("/gardening/rss.xml")).status).toBe(404);
  });

  it("is valid and empty while the section has only samples", async () => {
    const xml = await (await get("/events/rss.xml")).text();
    expect(parseRssFeed(xml)).toMatchObject({ title: "Local Events | The Chicago Meridian" });
    expect(titlesIn(xml)).toEqual([]);
  });

  it("has all fields in three parsers", async () => {
    const xml = await (await get("/local/rss.xml")).text();
    const others = (await new RssParser().parseString(xml)).items;
    const ours = readFeed(Buffer.from(xml), { url: `${site.url}/local/rss.xml` }).feed.articles;
    expect(others.map(({ title }) => title)).toEqual(TITLES);
    expect(ours.map(({ title }) => title)).toEqual(TITLES);
    expect(ours.map(({ author }) => author)).toEqual(TITLES.map(() => "Ida Wells, The Wire"));
    expect(ours[0]?.categories).toEqual(["Local News", "Wire & cable"]);
    expect(ours.map(({ publishedAt }) => publishedAt)).toEqual(
      TITLES.map((_, number) => new Date(Date.UTC(2026, 3, 20, 12 - number)).toISOString()),
    );
    for (const { link, guid } of ours) {
      expect(guid).toBe(link);
      expect(link).toMatch(new RegExp(`^${site.url}/article/`));
      expect((await fetch(link ?? "")).status).toBe(200);
    }
  });

  it("links our copies of images, never the publisher's files", async () => {
    const xml = await (await get("/local/rss.xml")).text();
    const pictures = parseRssFeed(xml).items?.map(({ media }) => media?.contents?.[0]?.url) ?? [];
    // Images that could not be fetched are replaced with the story's social image.
    expect(pictures.map((url) => url?.replace(site.url, "").split("/")[1])).toEqual([
      "pictures",
      "cards",
      "cards",
      "cards",
    ]);
    for (const url of pictures) expect((await fetch(url ?? "")).headers.get("content-type"), url).toMatch(/^image\//);
  });

  it("has the full text if the edition allows it, and otherwise the excerpt", async () => {
    const whole = parseRssFeed(await (await get("/world/rss.xml")).text()).items?.[0];
    expect(whole?.content?.encoded).toContain("All of story 0");
    expect(whole?.content?.encoded).toContain(`href="${host.url("/more")}"`);
    expect(whole?.enclosures?.[0]).toEqual({ url: host.url("/a0.mp3"), type: "audio/mpeg", length: 1000 });
    const part = parseRssFeed(await (await get("/local/rss.xml")).text()).items?.[0];
    expect(part?.content?.encoded).toBe("<p>A summary of story 0.</p>");
    expect(part?.enclosures).toBeUndefined();
  });
});

describe("a conditional request for a feed", () => {
  it("gets 304 until the feed has changed", async () => {
    const first = await get("/local/rss.xml");
    const etag = first.headers.get("etag") ?? "";
    const modified = first.headers.get("last-modified") ?? "";
    expect(first.headers.get("cache-control")).toBe(
      "public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
    );
    const again = await get("/local/rss.xml", { "if-none-match": `"other", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(etag);
    expect((await get("/local/rss.xml", { "if-modified-since": modified })).status).toBe(304);
    const earlier = new Date(Date.parse(modified) - 1000).toUTCString();
    expect((await get("/local/rss.xml", { "if-modified-since": earlier })).status).toBe(200);
    // An entity tag has precedence over the date.
    const conflicting = await get("/local/rss.xml", { "if-none-match": '"other"', "if-modified-since": modified });
    expect(conflicting.status).toBe(200);
    const negotiated = await get("/rss.xml");
    const known = await get("/rss.xml", { "if-none-match": negotiated.headers.get("etag") ?? "" });
    expect([known.status, known.headers.get("vary")?.includes("Accept")]).toEqual([304, true]);
  });

  it("serves the feed image with 1200 by 630 pixels", async () => {
    const response = await get("/rss-image.png");
    expect(response.headers.get("content-type")).toBe("image/png");
    const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
    expect([width, height, format]).toEqual([1200, 630, "png"]);
  });
});

describe("pages", () => {
  const jsonIn = (page: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.+?)<\/script>/.exec(page)?.[1] ?? "null");

  it("declare their feed, and link the feeds in the header and the footer", async () => {
    const feedOn = async (path: string) =>
      /<link rel="alternate" type="application\/rss\+xml" title="([^"]+)" href="([^"]+)"/
        .exec(await (await get(path)).text())
        ?.slice(1);
    expect(await feedOn("/")).toEqual(["The Chicago Meridian", `${site.url}/rss.xml`]);
    expect(await feedOn("/local")).toEqual(["Local News | The Chicago Meridian", `${site.url}/local/rss.xml`]);
    const page = await (await get("/")).text();
    for (const part of ["header", "footer"])
      expect(new RegExp(`<${part}[^]+?href="/rss\\.xml"[^]+?</${part}>`).test(page), part).toBe(true);
  });

  it("list the first ten stories of a section as structured data, whatever their titles contain", async () => {
    const page = await (await get("/local")).text();
    const list = jsonIn(page);
    expect(list["@type"]).toBe("ItemList");
    expect(list.itemListElement.map(({ name }: { name: string }) => name)).toEqual(TITLES);
    expect(page).not.toContain('"name":"Fish & chips at <b>');
    expect(list.itemListElement[3]).toMatchObject({ "@type": "ListItem", position: 4 });
    expect(list.itemListElement[3].url).toMatch(new RegExp(`^${site.url}/article/`));
    // The section Events contains only samples.
    expect(jsonIn(await (await get("/events")).text())).toBeNull();
  });

  it("name the publisher in structured data", async () => {
    const types = jsonIn(await (await get("/")).text())["@graph"].map((thing: { "@type": string }) => thing["@type"]);
    expect(types).toEqual(["WebSite", "NewsMediaOrganization"]);
  });
});
