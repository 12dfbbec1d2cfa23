import { join } from "node:path";
import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate/node";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { centerCalendar, withCalendars } from "../support/calendar.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { PAGES } from "../support/pages.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { breachesOfSchema } from "../support/schemaOrg.ts";
import { createSectionFeed, feedPath, getSectionFeeds, SECTIONS, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/** Rules of html-validate. Some are off or changed, since React's output or our headlines differ from their style. */
const RULES: ConfigData = {
  extends: ["html-validate:standard", "html-validate:recommended", "html-validate:document"],
  rules: {
    // React writes some attributes in camel case (charSet, popoverTarget). HTML attribute names are case-insensitive.
    "attr-case": "off",
    // React writes void elements with a slash, as in XML.
    "void-style": "off",
    // React writes async="" for async.
    "attribute-boolean-style": "off",
    // Files of the site itself need no integrity hash.
    "require-sri": ["error", { target: "crossorigin" }],
    // A promotion above the page's h1 has a heading of its own.
    "heading-level": ["error", { minInitialRank: "h2" }],
    // CSS keeps phone numbers on one line.
    "tel-non-breaking": "off",
    // Headlines may be long, since search engines shorten them.
    "long-title": "off",
  },
};

const validator = new HtmlValidate(new StaticConfigLoader([], RULES));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  serveSectionFeeds(host);
  for (const section of ["local", "real-estate", "world"])
    host.serve(feedPath(section), { body: createSectionFeed(host, section, { pictures: true }) });
  host.serve("/center.ics", { body: centerCalendar(), contentType: "text/calendar" });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: getSectionFeeds(host),
    relays: [],
    change: withCalendars([{ url: host.url("/center.ics"), publisher: "Lakeside Center" }]),
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await waitForPolls(site, SECTIONS.length);
  await site.logs((log) => log.includes('"calendar polled"'));
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

const pages = new Map<string, Promise<{ status: number; html: string }>>();

/** Requests a page once for all tests. */
function openPage(path: string): Promise<{ status: number; html: string }> {
  return pages.getOrInsertComputed(path, async () => {
    const response = await fetch(site.url + path, { headers: { accept: "text/html" } });
    return { status: response.status, html: await response.text() };
  });
}

it.each(PAGES)("$path is valid HTML", async (page) => {
  const { status, html } = await openPage(page.path);
  expect(status).toBe(page.status);
  const report = await validator.validateString(html);
  const faults = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
  expect(faults).toEqual([]);
});

it("gives every page one h1, and a unique title and description", async () => {
  const seen = new Map<string, string>();
  for (const { path } of PAGES) {
    const { title, description, headings } = parseHead((await openPage(path)).html);
    expect(headings, path).toBe(1);
    expect(title, path).toContain("The Chicago Meridian");
    for (const text of [title, description]) {
      expect(text, path).not.toBe("");
      expect(seen.get(text), `"${text}" is on ${path}, too`).toBeUndefined();
      seen.set(text, path);
    }
  }
});

function parseHead(html: string): { title: string; description: string; headings: number } {
  const found = { title: "", description: "", headings: 0 };
  let isTitle = false;
  const parser = new Parser({
    onopentag(name, { name: meta, content }) {
      // SVG images have titles, too, but the page's title comes first.
      isTitle = name === "title" && found.title === "";
      if (name === "h1") found.headings++;
      if (name === "meta" && meta === "description") found.description = content ?? "";
    },
    ontext(text) {
      if (isTitle) found.title += text;
    },
    onclosetag() {
      isTitle = false;
    },
  });
  parser.end(html);
  return found;
}

/** Expected types in each page's JSON-LD, by path. */
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
    const scripts = Array.from(
      (await openPage(path)).html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g),
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
