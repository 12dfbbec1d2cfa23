import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { writeMinimalEdition } from "../support/minimalEdition.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { readUntil } from "../support/readUntil.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/** Addresses of pages that the edition does not have. */
const LEFT_OUT = [
  ...["/radio", "/embed/radio", "/api/stream?port=8076", "/books", "/support", "/partner", "/faq", "/about"],
  ...["/contact", "/contact/sent", "/newsletter", "/newsletter/archive", "/newsletter/sent"],
  ...["/embed", "/embed/latest", "/embed/events", "/.well-known/security.txt", "/preview/version"],
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serve(feedPath("local"), { body: createSectionFeed(host, "local") });
  const editions = await writeMinimalEdition(join(folder.path, "editions"), host.url(feedPath("local")));
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await waitForPolls(site, 1);
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

async function read(path: string): Promise<string> {
  const response = await fetch(site.url + path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** Returns only a page's `<main>` element, not the header, the footer or the data. */
function getMain(html: string): string {
  return html.slice(html.indexOf("<main"), html.indexOf("</main>"));
}

it("serves an edition of a name, a place, a language, a time zone and sections at any host", async () => {
  const html = await read("/");
  expect(html).toContain("<title>The Harbor Light: today’s news</title>");
  expect(html).toContain("Local news from Port Harbor.");
  expect(html).toContain("PORT HARBOR");
  expect(html).toContain("© The Harbor Light");
  expect(html).toMatch(/<h2 id="block-local"[^>]*>Local News<\/h2>/);
});

it("does not show a section with neither news nor samples on the front page, and says so on its own page", async () => {
  for (const path of ["/", "/text"]) {
    const html = await read(path);
    const main = getMain(html);
    expect(main).toContain("Local News");
    expect(main).not.toContain("Schools");
    expect(html, "in the menu or footer").toContain("Schools");
  }
  const html = getMain(await read("/schools"));
  expect(html).toContain("<h2>No stories yet</h2></div>");
  expect(getMain(await read("/text/schools"))).toContain("<p>No stories yet</p>");
  expect(html).not.toMatch(/Using cached articles|check back later/);
});

it("answers 404 for what the edition leaves out, and mentions it nowhere", async () => {
  for (const path of LEFT_OUT) expect([path, (await fetch(site.url + path)).status]).toEqual([path, 404]);
  const paths = ["/", "/local", "/schools", "/sources", "/takedowns", "/rss.xml", "/editions", "/saved", "/text"];
  const files = ["/sitemaps/pages.xml", "/manifest.webmanifest", "/robots.txt"];
  const [story = ""] = /\/article\/[^"]+/.exec(await read("/")) ?? [];
  for (const path of [...paths, ...files, story]) {
    const source = await read(path);
    for (const address of LEFT_OUT)
      for (const link of [`"${address}"`, `"${address}#`, `"${address}?`, `:80${address}<`, `${site.url}${address}<`])
        expect(source.includes(link), `${link} in ${path}`).toBe(false);
    if (source.startsWith("<!DOCTYPE"))
      expect(source).not.toMatch(/<(iframe|video|form action="\/newsletter)|Advertisement/);
  }
  expect((await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams() })).status).toBe(404);
});

it("says on the front page that there are no stories yet, or that feeds have failed", async () => {
  const file = join(folder.path, "editions/harbor/edition.yaml");
  await writeFile(
    file,
    "name: The Harbor Light\nplace: Port Harbor\nlanguage: en-US\ntimeZone: America/Chicago\nsections: [{ slug: schools, name: Schools }]\n",
  );
  await site.logs((log) => log.includes("editions reloaded"));
  const html = await read("/");
  expect(getMain(html)).toMatch(/>The Harbor Light<\/h1><p [^>]*>No stories yet<\/p>/);
  expect(html).not.toMatch(/No featured articles|Failed to load|check back later/);

  const feed = `{ url: "${host.url("/missing.xml")}", publisher: The Test Wire }`;
  await writeFile(file, (await readFile(file, "utf8")).replace("name: Schools", `name: Schools, feeds: [${feed}]`));
  const failed = await readUntil(
    () => read("/"),
    (html) => html.includes("Failed to load articles. Please try again later."),
  );
  expect(failed).toContain("No featured articles available at this time.");
  expect(await read("/schools")).toContain("<p>Please check back later for new content.</p>");
});
