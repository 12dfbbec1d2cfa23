import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { centerCalendar, withCalendars } from "../support/calendar.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { PAGES } from "../support/pages.ts";
import { breachesOfSchema } from "../support/schemaOrg.ts";
import { feedPath, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/** Sections with a feed. */
const FEEDS = ["local", "real-estate", "world"];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  serveSectionFeeds(host, { pictures: true });
  host.serve("/center.ics", { body: centerCalendar(), contentType: "text/calendar" });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (FEEDS.includes(section) ? [host.url(feedPath(section))] : []),
    relays: [],
    change: withCalendars([{ url: host.url("/center.ics"), publisher: "Lakeside Center" }]),
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => (log.match(/"feed polled/g)?.length ?? 0) >= FEEDS.length);
  await site.logs((log) => log.includes('"calendar polled"'));
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

/** Types in each page's JSON-LD. */
const TYPES: Record<string, string[]> = {
  "/": ["WebSite"],
  "/local": ["ItemList"],
  "/real-estate": ["ItemList"],
  "/events": ["ItemList"],
  "/article/morning-world-story-2": ["NewsArticle"],
  "/books": ["ItemList"],
  "/faq": ["FAQPage"],
};

describe("structured data", () => {
  it.each(PAGES)("is valid by schema.org on $path", async ({ path }) => {
    const html = await (await fetch(site.url + path, { headers: { accept: "text/html" } })).text();
    const scripts = Array.from(
      html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g),
      ([, json]) => json ?? "",
    );
    expect(scripts.flatMap(breachesOfSchema)).toEqual([]);
    const types = scripts.map((json) => JSON.parse(json)).map((data) => data["@type"] ?? data["@graph"][0]["@type"]);
    expect(types).toEqual(TYPES[path] ?? []);
  });

  it("is checked for unknown properties, invalid values and missing properties", () => {
    const list = { "@context": "https://schema.org", "@type": "ItemList" };
    const item = { "@type": "ListItem", position: "first", rank: 1 };
    expect(breachesOfSchema(JSON.stringify({ ...list, itemListElement: [item] }))).toEqual([
      'ItemList.itemListElement.position holds "first"',
      "ItemList.itemListElement has rank, which schema.org does not know",
    ]);
    expect(breachesOfSchema(JSON.stringify(list))).toEqual(["ItemList has no itemListElement"]);
    expect(breachesOfSchema('{"@type":"Story"}')).toHaveLength(2);
  });
});
