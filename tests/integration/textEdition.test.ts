import { join } from "node:path";
import { HtmlValidate, StaticConfigLoader } from "html-validate/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { createSectionFeed, feedPath, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/** A headline whose characters take nine bytes each in a URL. */
const LONG = "新闻".repeat(90);

const paragraph = (number: number) =>
  `<p>Paragraph ${number} of <em>many</em>, about the lake &amp; the river. ${"Words ".repeat(60)}</p>`;

/** Elements of every type, with more text than fits on one page of the text edition. */
const BODY = `${Array.from({ length: 80 }, (_, index) => paragraph(index)).join("")}
<h2>What else</h2><ul><li>One</li><li>Two</li></ul><blockquote><p>Quoted</p></blockquote>
<figure><img src="/gate.jpg" width="900" alt="A gate"><figcaption>The gate, open</figcaption></figure>
<table><tr><th>Ward</th><td>Votes</td></tr></table><p>${"Endless ".repeat(8000)}the end</p>`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

const feedWith = (title: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Wire</title><link>${host.url("/")}</link>
${Array.from(
  { length: 15 },
  (
    _,
    index,
  ) => `<item><title>${title}${index}</title><link>${host.url(`/stories/${index}`)}</link><guid>w-${index}</guid>
<pubDate>${new Date(Date.UTC(2026, 3, 20, 12 - index)).toUTCString()}</pubDate><description>${"A &amp; B ".repeat(40)}</description>
<content:encoded><![CDATA[${index === 0 ? body : "<p>Short.</p>"}]]></content:encoded></item>`,
).join("\n")}</channel></rss>`;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  serveSectionFeeds(host, { count: 15 });
  host.serve("/long.xml", { body: feedWith(LONG, BODY) });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => {
      if (section === "local") return [host.url(feedPath("local"))];
      if (section === "world")
        return [{ url: host.url("/long.xml"), publisher: "The Wire", rights: { text: "full", export: true } }];
      return [];
    },
    relays: [],
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => (log.match(/"feed polled"/g)?.length ?? 0) >= 2);
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

const get = (path: string) => fetch(site.url + path);

/** Fetches a page and checks the rules for every page of the text edition. */
async function fetchPage(path: string): Promise<string> {
  const answer = await get(path);
  expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"]);
  const html = await answer.text();
  expect(Buffer.byteLength(html)).toBeLessThan(15_000);
  expect(html).not.toMatch(
    /<(script|img|svg|picture|iframe|video|audio|style|object|font)\b|\sstyle=|\son\w+=|@font-face/i,
  );
  expect(html.match(/<h1/g)).toHaveLength(1);
  const rules = {
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: { "long-title": "off", "require-sri": ["error", { target: "crossorigin" }] },
  };
  const report = await new HtmlValidate(new StaticConfigLoader([], rules as object)).validateString(html);
  expect(
    report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${path} ${ruleId}: ${message}`)),
  ).toEqual([]);
  return html;
}

async function bringNews(): Promise<void> {
  host.serve(feedPath("local"), { body: createSectionFeed(host, "local", { edition: "Evening", count: 3 }) });
  const env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}` };
  expect((await broadsheet(["feeds", "poll", host.url(feedPath("local"))], env)).status).toBe(0);
  await site.logs((log) => (log.match(/"feed polled"/g)?.length ?? 0) >= 3);
}

const linkIn = (html: string, words: string) =>
  new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${words}</a>`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";

describe("the text edition", () => {
  it("shows the front page with its hero and notices", async () => {
    const html = await fetchPage("/text");
    expect(html).toContain(`<link rel="canonical" href="${site.url}/">`);
    expect(html).toContain('<a href="/text/local">Local News</a>');
    expect(html).toContain("Morning local story 1");
    expect(await fetchPage("/text/business")).toContain("<h1>Business &amp; Finance</h1>");
    expect((await get("/text")).headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("paginates from a section's newest story to its oldest, each once, even if new ones arrive", async () => {
    const found: string[] = [];
    let path = "/text/local";
    for (let pages = 0; path && pages < 20; pages++) {
      const html = await fetchPage(path);
      found.push(...Array.from(html.matchAll(/<h2><a href="\/text(\/article\/[^"]+)"/g), ([, href]) => href ?? ""));
      if (pages === 0) await bringNews();
      path = linkIn(html, "Older stories");
    }
    expect(found).toEqual(Array.from({ length: 15 }, (_, index) => `/article/morning-local-story-${index + 1}`));
  });

  it("paginates a long article without losing text", async () => {
    const section = await fetchPage("/text/world");
    const first = /href="(\/text\/article\/[^"]+)"/.exec(section)?.[1] ?? "";
    const stories = new Set<string>();
    for (let path = "/text/world"; path; ) {
      const html = await fetchPage(path);
      for (const [, href] of html.matchAll(/<h2><a href="([^"]+)"/g)) stories.add(href ?? "");
      path = linkIn(html, "Older stories");
    }
    expect(stories.size).toBe(15);
    let text = "";
    let pages = 0;
    for (let path = first; path; pages++) {
      const html = await fetchPage(path);
      expect(html).toContain(`<link rel="canonical" href="${host.url("/stories/0")}">`);
      text += html;
      path = linkIn(html, "Next page");
    }
    expect(pages).toBeGreaterThan(5);
    for (let number = 0; number < 80; number++) expect(text).toContain(`Paragraph ${number} of <em>many</em>`);
    expect(text.match(/Endless/g)).toHaveLength(8000);
    for (const part of [
      "<h2>What else</h2>",
      "<li>One</li>\n<li>Two</li>",
      "<p>Quoted</p>",
      "[Picture: A gate]",
      "The gate, open",
      "Ward Votes",
    ])
      expect(text).toContain(part);
    expect(text).toContain("Read the original at The Wire</a>");
    expect((await get(`${first}?page=${pages + 1}`)).status).toBe(404);
  });

  it("returns a small not-found page", async () => {
    for (const path of ["/text/gardening", "/text/article/nothing", "/text/local?after=nothing", "/text/a/b"]) {
      const answer = await get(path);
      const html = await answer.text();
      expect([path, answer.status]).toEqual([path, 404]);
      expect(html).toContain("<h1>Page Not Found</h1>");
      expect(Buffer.byteLength(html)).toBeLessThan(5000);
    }
  });

  it("is linked from every page's footer and from error pages", async () => {
    for (const path of ["/", "/local", "/nothing-here"]) {
      const html = await (await fetch(site.url + path, { headers: { accept: "text/html" } })).text();
      expect(html).toMatch(/<footer[\s\S]+href="\/text"[\s\S]+<\/footer>/);
      if (path === "/nothing-here") expect(html).toMatch(/<main[\s\S]+href="\/text"[\s\S]+<\/main>/);
    }
  });
});
