import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LatestNews } from "../../server/news/views.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/**
 * Feeds with ten stories each. Sorted by date, the stories of the five feeds alternate. The first feed also has a story
 * without a valid date.
 */
const FEEDS = ["baseball", "tennis", "golf", "hockey", "soccer"];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  for (const [place, name] of FEEDS.entries()) host.serve(`/${name}.xml`, { body: feed(name, place) });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (section === "sports" ? FEEDS.map((name) => host.url(`/${name}.xml`)) : []),
    relays: [],
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => log.match(/"feed polled"/g)?.length === FEEDS.length);
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

function feed(name: string, place: number): string {
  const items = Array.from({ length: 10 }, (_, turn) => {
    const date = new Date(Date.UTC(2026, 3, 20, 12, -(turn * FEEDS.length + place)));
    return `<item><title>${name} result ${turn + 1}</title><link>${host.url(`/${name}/${turn}`)}</link><pubDate>${date.toUTCString()}</pubDate></item>`;
  });
  const undated = `<item><title>Rained out</title><link>${host.url("/rained-out")}</link><pubDate>Someday</pubDate></item>`;
  // Reverses the items, since the stories in feeds can be in any order.
  const all = [...(place === 0 ? [undated] : []), ...items.reverse()];
  return `<rss version="2.0"><channel><title>${name}</title>${all.join("")}</channel></rss>`;
}

it("shows the 15 newest stories of a section's five feeds, newest first, without a notice", async () => {
  const html = await (await fetch(`${site.url}/sports`)).text();
  const titles = Array.from(html.matchAll(/<h2[^>]*><a [^>]*>([^<]+)<\/a><\/h2>/g), ([, title]) => title);
  expect(titles).toEqual([1, 2, 3].flatMap((turn) => FEEDS.map((name) => `${name} result ${turn}`)));
  expect(html).not.toContain("Using cached articles");
  expect(html).toContain("Staff Writer");
});

it("leads the front page with a story of its only section with news, not with a sample", async () => {
  const html = await (await fetch(site.url)).text();
  expect(/<h1[^>]*>(?:<[^>]+>)*([^<]+)/.exec(html)?.[1]).toBe("baseball result 1");
});

it("dates a story without a valid date Recent, never lets it lead, and states no date for it elsewhere", async () => {
  const html = await (await fetch(`${site.url}/article/rained-out`)).text();
  expect(html).toMatch(/<time>Recent<\/time>/);
  expect(html).not.toMatch(/published_time|datePublished/);
  const xml = await (await fetch(`${site.url}/sports/rss.xml`)).text();
  const item = xml.match(/<item>[\s\S]*?<\/item>/g)?.find((text) => text.includes("Rained out"));
  expect(item).toContain("/article/rained-out");
  expect(item).not.toContain("pubDate");
  const { stories } = (await (await fetch(`${site.url}/api/edition/latest.json`)).json()) as LatestNews;
  const titles = stories.map(({ title }) => title);
  expect(titles.indexOf("Rained out")).toBeGreaterThan(titles.indexOf("baseball result 10"));
});

it("draws the story that leads, each story another drawing, and sets the others without a photo as text", async () => {
  const [html = ""] = (await (await fetch(`${site.url}/sports`)).text()).split("<aside");
  const [other = ""] = (await (await fetch(`${site.url}/local`)).text()).split("<aside");
  const drawings = Array.from((html + other).matchAll(/<img[^>]* src="(\/scenes\/[^"]+)"/g), ([, src]) => src ?? "");
  expect(new Set(drawings).size).toBe(2);
  expect(drawings).toHaveLength(2);
  expect(html).not.toContain('src="/pictures/');
  expect((await fetch(site.url + drawings[0])).headers.get("content-type")).toBe("image/svg+xml");
});
