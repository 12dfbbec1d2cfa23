import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Edition, loadEditions } from "../../server/editions/loading/load.ts";
import type { SampleStory } from "../../server/editions/pages/samples.ts";
import { writeTestEdition } from "../support/editions.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { SECTIONS } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { findUnmarked, STORY_PARTS } from "../support/storyParts.ts";

const [chicago] = (await loadEditions("editions")) as [Edition];
const [first] = chicago.samples.get("local") as [SampleStory];
const slugs = new Set(chicago.samplesBySlug.keys());

/** The shipped edition with feeds and relays that cannot be reached, since no hostname ends in .invalid (RFC 2606). */
describe("the front page of the Chicago edition while every feed fails", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let site: Site;
  let html: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const editions = await writeTestEdition(join(folder.path, "editions"), {
      feeds: (section) => (section === "events" ? [] : [`http://${section}.feeds.invalid/rss.xml`]),
      relays: [{ kind: "wrapper", url: "http://relay.invalid/?url={url}" }],
    });
    site = await startSite({ editions, data: folder.path });
    await waitForPolls(site, SECTIONS.length);
    html = await (await fetch(site.url)).text();
  });

  afterAll(async () => {
    await site?.stop();
    await folder.remove();
  });

  /** Expects texts in the page. A failure prints the missing texts instead of the whole page. */
  function expectTexts(...texts: string[]) {
    expect(texts.filter((text) => !html.includes(text))).toEqual([]);
  }

  it("leads with the first sample of Local News", async () => {
    expect(first.title).toBe("River tour guides trade boats for a day and find out what they missed");
    const heading = /<h1[^>]*>(?:<[^>]+>)*([^<]+)/.exec(html)?.[1];
    expect(heading).toBe(first.title);
    expectTexts("Breaking News", "5 min read");
  });

  it("shows all 15 sections, each with a link to its page", async () => {
    const sections = {
      "/local": "Local News",
      "/national": "National News",
      "/world": "World News",
      "/politics": "Politics / Government",
      "/business": "Business &amp; Finance",
      "/technology": "Technology &amp; Innovation",
      "/automotive": "Automotive &amp; Energy",
      "/real-estate": "Real Estate &amp; Housing",
      "/health": "Health &amp; Wellness",
      "/sports": "Sports",
      "/culture": "Arts &amp; Culture",
      "/food": "Food &amp; Dining",
      "/lifestyle": "Lifestyle &amp; Fashion",
      "/opinion": "Opinion / Editorials",
      "/archives": "From the Archives",
    };
    for (const [address, name] of Object.entries(sections)) {
      expectTexts(`>${name}</h2>`);
      const all = new RegExp(`<a[^>]* href="${address}"[^>]*>View All</a>`);
      expect(all.test(html), `View All to ${address}`).toBe(true);
    }
  });

  it("links 75 stories, the hero and four beside it, none twice, and shows the cached notice in each block", () => {
    const links = new Set(Array.from(html.matchAll(/href="(\/article\/[^"]+)"/g), ([, href]) => href));
    expect(links.size).toBe(80);
    expect(html.match(/role="status">Using cached articles/g)?.length).toBe(15);
    expect(html.match(/>Sample story</g)?.length).toBe(80);
  });

  it("says once at the top that samples stand in, on the front page and on a section's page, also as text", async () => {
    const line = /The news feeds can’t be reached\. Sample stories, which are invented, stand in until they can\./g;
    for (const path of ["", "/business", "/text", "/text/business"]) {
      const page = path ? await (await fetch(site.url + path)).text() : html;
      expect(page.slice(page.indexOf("<main")).split("<script")[0]?.match(line), path).toHaveLength(1);
    }
  });

  it("names the category on the cards of a section's page", async () => {
    const page = await (await fetch(`${site.url}/business`)).text();
    expect(page.match(/<p class="[^"]+">Business &amp; Finance<\/p>/g)).toHaveLength(15);
  });

  it("shows the date bar, the embeds and the tiles", () => {
    expectTexts(
      "WEDNESDAY, APRIL 17, 2025",
      "MIDWEST EDITION",
      "Local Events",
      "Latest Updates",
      "Daily email briefing",
      "Support journalism",
      "Local editions",
      "Submit to Opinion",
      "Advertisement",
    );
    const frames = Array.from(html.matchAll(/<iframe[^>]* src="([^"]+)"[^>]* height="(\d+)"/g), ([, src, height]) => [
      src,
      height,
    ]);
    expect(frames).toEqual([
      ["/embed/events?alerts=none", "440"],
      ["/embed/latest?alerts=none", "1000"],
    ]);
    expectTexts("<video ");
  });

  it("links only stories that have a page", async () => {
    const links = Array.from(html.matchAll(/href="(\/article\/[^"]+)"/g), ([, href]) => href);
    for (const link of new Set(links)) {
      const response = await fetch(`${site.url}${link}`);
      expect(response.status, link).toBe(200);
      expect(await response.text(), link).toMatch(/<h1/);
    }
  });

  it("returns the not-found page with status 404 for an unknown address", async () => {
    for (const path of ["/nothing-here", "/article/never-written", "/a/b/c"]) {
      const response = await fetch(`${site.url}${path}`);
      expect(response.status, path).toBe(404);
      const page = await response.text();
      expect(page).toContain("Page Not Found");
      expect(page).toContain(
        "The article or page you are looking for may have been moved, archived, or does not exist.",
      );
      expect(page).toContain("Return to Homepage");
    }
  });

  it("redirects a known category to its section and titles an unknown one News", async () => {
    const known = await fetch(`${site.url}/category/local`, { redirect: "manual" });
    expect([known.status, known.headers.get("location")]).toEqual([301, "/local"]);
    const unknown = await fetch(`${site.url}/category/gardening`);
    expect(unknown.status).toBe(404);
    const page = await unknown.text();
    for (const text of ["News", "No articles available", "Please check back later for new content."])
      expect(page).toContain(text);
  });

  it("shows 15 stories in every section", async () => {
    for (const { slug } of chicago.sections) {
      const response = await fetch(`${site.url}/${slug}`);
      expect(response.status, slug).toBe(200);
      const links = new Set(
        Array.from((await response.text()).matchAll(/href="(\/article\/[^"]+)"/g), ([, href]) => href),
      );
      expect(links.size, slug).toBe(15);
    }
  });

  it.each<[string, keyof typeof STORY_PARTS]>([
    ["/", "page"],
    ["/local", "page"],
    ["/events", "page"],
    ["/nothing-here", "page"],
    ["/radio", "page"],
    [`/article/${first.slug}`, "page"],
    ["/embed/latest", "page"],
    ["/embed/latest?section=culture", "page"],
    ["/embed/events", "page"],
    ["/text", "textPage"],
    ["/text/local", "textPage"],
    [`/text/article/${first.slug}`, "textPage"],
  ])("marks each sample at %s, and shows the cached notice", async (path, kind) => {
    const text = await (await fetch(site.url + path)).text();
    expect(findUnmarked(STORY_PARTS[kind](text), slugs)).toEqual([]);
    expect(text.includes(">Using cached articles<")).toBe(true);
  });

  it("marks each sample in the archive", async () => {
    const path = `/archive/${first.date.slice(0, 10).replaceAll("-", "/")}`;
    expect(findUnmarked(STORY_PARTS.page(await (await fetch(site.url + path)).text()), slugs)).toEqual([]);
    const month = await (await fetch(site.url + path.slice(0, "/archive/2025/04".length))).text();
    expect(month).toMatch(/\d+ stories in the archive, all of them sample stories\./);
  });

  it("says on a sample's page that it is made up", async () => {
    for (const path of [`/article/${first.slug}`, `/text/article/${first.slug}`])
      expect(await (await fetch(site.url + path)).text(), path).toContain("This is a sample story. We made it up");
  });

  it.each([
    "/rss.xml",
    "/local/atom.xml",
    "/feed.json",
    `/search?q=${first.title}`,
    `/search/rss.xml?q=${first.title}`,
    `/search/suggest?q=${first.title}`,
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/news-sitemap.xml",
    "/sections.opml",
    "/sources.opml",
    "/api/edition/changes.json",
  ])("has no samples at %s", async (path) => {
    const text = await (await fetch(site.url + path, { headers: { accept: "application/rss+xml" } })).text();
    expect([...slugs].filter((slug) => text.includes(slug))).toEqual([]);
  });

  it("has no card of a sample for other sites", async () => {
    const path = `/article/${first.slug}`;
    for (const address of [`/oembed?url=${site.url}${path}`, `/embed${path}`])
      expect((await fetch(site.url + address)).status, address).toBe(404);
  });
});
