import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { createSectionFeed, feedPath, getSectionFeeds, SECTIONS, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  serveSectionFeeds(host, { count: 15 });
  const feeds = getSectionFeeds(host);
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds, relays: host.relays });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await waitForPolls(site, SECTIONS.length);
  // Adds stories to the local feed, so the section has more stories than its page shows.
  host.serve(feedPath("local"), {
    body: createSectionFeed(host, "local", { count: 10, edition: "Evening" }),
    contentType: "application/rss+xml",
  });
  await broadsheet(["feeds", "poll", host.url(feedPath("local"))], {
    DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
  });
  await site.logs((log) => /"added":10/.test(log));
});

afterAll(async () => {
  await site?.stop();
  await host?.close();
  await folder?.remove();
});

async function open(path: string) {
  const answer = await fetch(site.url + path, { redirect: "manual" });
  const html = (await answer.text()).replaceAll("&amp;", "&").replaceAll("<!-- -->", "");
  return { status: answer.status, location: answer.headers.get("location"), html };
}

const linkOf = (html: string, text: string) =>
  Array.from(html.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>(.*?)<\/a>/gs))
    .find(([, , inner]) => inner?.replace(/<[^>]+>/g, "").includes(text))
    ?.at(1);
const headlines = (html: string) =>
  Array.from(html.matchAll(/<h2[^>]*><a [^>]*>(.*?)<\/a><\/h2>/gs), ([, inner = ""]) => inner.replace(/<[^>]+>/g, ""));

describe("the search page without JavaScript", () => {
  it("shows the query, and the results with their matches marked", async () => {
    const { status, html } = await open("/search?q=%22sports+story%22&section=sports&order=date");
    expect(status).toBe(200);
    expect(headlines(html)[0]).toBe("Morning sports story 1");
    expect(html).toContain("<mark>sports story</mark>");
    expect(html).toContain('value="&quot;sports story&quot;"');
    expect(html).toMatch(/<option value="sports" selected="">/);
    expect(html).toMatch(/<meta name="robots" content="noindex"\/>/);
    expect(html).toMatch(/<form[^>]* role="search"|<form[^>]*action="\/search"/);
  });

  it("links to the next and the previous page", async () => {
    const first = await open("/search?q=morning");
    const next = linkOf(first.html, "More stories") ?? "";
    const second = await open(next);
    expect(headlines(second.html)).toHaveLength(15);
    expect(headlines(second.html).filter((title) => headlines(first.html).includes(title))).toEqual([]);
    const back = await open(linkOf(second.html, "Previous stories") ?? "");
    expect(headlines(back.html)).toEqual(headlines(first.html));
  });

  it("suggests what to try if nothing is found, and escapes the query", async () => {
    const { status, html } = await open(
      `/search?section=local&q=${encodeURIComponent('<script>alert("x")</script> zzyzx')}`,
    );
    expect(status).toBe(200);
    expect(html).toContain("What to try");
    expect(html).toContain("in every section and on every date");
    expect(html).not.toContain("<script>alert");
    expect((await open("/search")).html).toContain("How to search");
  });

  it("forgives misspelled words, and leads to pages", async () => {
    const misspelled = await open("/search?q=mornign&section=sports");
    expect(linkOf(misspelled.html, "Morning")).toBe("/search?q=Morning&section=sports");
    expect(misspelled.html).toContain("Did you mean");
    const any = await open("/search?q=xylophone+sports+story");
    expect(any.html).toContain("No story has every word of “xylophone sports story”. These have some of them.");
    expect(headlines(any.html)).toHaveLength(15);
    expect(linkOf((await open("/search?q=events+this+weekend")).html, "Events")).toBe("/events");
  });

  it("does not find stories that were taken down", async () => {
    const env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}` };
    expect(headlines((await open("/search?q=%22food+story+3%22")).html)).toHaveLength(1);
    const { status } = await broadsheet(["takedown", "morning-food-story-3"], env);
    expect(status).toBe(0);
    expect(headlines((await open("/search?q=%22food+story+3%22")).html)).toEqual([]);
  });

  it("returns suggestions as JSON", async () => {
    const answer = await fetch(`${site.url}/search/suggest?q=sports+sto`);
    expect(answer.headers.get("content-type")).toContain("application/json");
    const { stories, places } = await answer.json();
    expect(stories).toContainEqual(expect.objectContaining({ href: "/article/morning-sports-story-1" }));
    expect(places).toEqual([]);
  });
});

describe("the archive without JavaScript", () => {
  it("starts with the newest month and links to its days", async () => {
    const archive = await open("/archive");
    expect([archive.status, archive.location]).toEqual([302, "/archive/2026/04"]);
    const month = await open("/archive/2026/04");
    expect(month.html).toMatch(/<h1[^>]*>April 2026<\/h1>/);
    expect(month.html).toContain(">April 20: ");
    const of = await open("/archive/2026/04/20");
    expect(of.html).toMatch(/<h1[^>]*>Monday, April 20, 2026<\/h1>/);
    expect(headlines(of.html)).toContain("Morning world story 2");
    // The oldest stories are dated before 5 a.m. UTC on April 20, so they are from April 19 in Chicago.
    expect(linkOf(of.html, "April 19, 2026") ?? "none").toBe("/archive/2026/04/19");
  });

  it("says that a day has no stories, and answers 404 for other paths", async () => {
    const { status, html } = await open("/archive/2025/12/25");
    expect(status).toBe(200);
    expect(html).toContain("The archive has no stories from this day.");
    expect(html).toMatch(/<meta name="robots" content="noindex"\/>/);
    for (const path of ["2026/02/30", "2026/13/01", "2026/4/1", "9999/01/01", "2026/00", "abcd/01", "2026"])
      expect((await open(`/archive/${path}`)).status, path).toBe(404);
  });

  it("is linked from the front page, and a section links to its older stories", async () => {
    expect((await open("/")).html).toContain('href="/archive"');
    const section = await open("/local");
    const older = await open(linkOf(section.html, "Older stories") ?? "");
    const shown = Array.from(section.html.matchAll(/<h2[^>]*><a [^>]*>(.*?)<\/a>/g), ([, title]) => title);
    expect(shown).toHaveLength(15);
    expect(headlines(older.html).length).toBeGreaterThan(0);
    expect(new Set([...shown, ...headlines(older.html)]).size).toBe(25);
    expect(linkOf(older.html, "The newest in Local News")).toBe("/local");
  });
});
