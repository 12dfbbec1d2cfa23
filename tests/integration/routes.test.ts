import { join } from "node:path";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { skylinePath } from "../../core/addresses.ts";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

// Tests the shipped edition without feeds, as a browser without scripts shows it.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  site = await startSite({ editions, data: folder.path });
});

afterAll(async () => {
  await site?.stop();
  await folder.remove();
});

async function open(path: string): Promise<{ status: number; html: string; text: string; headers: Headers }> {
  const response = await fetch(site.url + path, { headers: { accept: "text/html" } });
  const html = await response.text();
  const text = html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;|’/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");
  return { status: response.status, headers: response.headers, html, text };
}

const SECTIONS: Record<string, string> = {
  "/local": "Local News",
  "/national": "National News",
  "/world": "World News",
  "/politics": "Politics / Government",
  "/business": "Business & Finance",
  "/technology": "Technology & Innovation",
  "/automotive": "Automotive & Energy",
  "/real-estate": "Real Estate & Housing",
  "/health": "Health & Wellness",
  "/sports": "Sports",
  "/culture": "Arts & Culture",
  "/food": "Food & Dining",
  "/lifestyle": "Lifestyle & Fashion",
  "/opinion": "Opinion / Editorials",
  "/archives": "From the Archives",
  "/events": "Local Events",
};

/** Status and texts of each route. The texts are our own where the specification only outlines them. */
const ROUTES: [path: string, status: number, ...texts: string[]][] = [
  ["/", 200, "WEDNESDAY, APRIL 17, 2025", "MIDWEST EDITION", "Breaking News", "5 min read", "Latest Updates"],
  ["/about", 200, "Our mission", "Our values", "The team", "1912", "1968", "1992", "2018", "Awards"],
  ["/contact", 200, "General", "Tips", "Advertising", "Subscriptions", "Visit us", "Monday to Friday 9 to 5 CST"],
  ["/careers", 200, "Current openings", "Internships", "Benefits", "Equal opportunity"],
  ["/privacy", 200, "Last updated April 10, 2025", "On this page", "Related policies", "under 13"],
  ["/terms", 200, "Last updated April 10, 2025", "On this page", "Related policies", "30 days' notice", "Cook County"],
  ["/partner", 200, "Media Kit", "View Full Document", "Download"],
  ["/faq", 200, "Frequently Asked Questions", "Contact Us", "Email Support"],
  ["/rss.xml", 200, "RSS Feeds", "Feed addresses"],
  ["/feed", 200, "RSS Feeds", "Feed addresses"],
  ["/books", 200, "Back to Home", "Transform Your Life with Ancient Wisdom", "View All Books on Amazon"],
  ...Object.entries(SECTIONS).map(([path, name]): [string, number, string] => [path, 200, name]),
  ["/nothing-here", 404, "Page Not Found", "may have been moved, archived, or does not exist.", "Return to Homepage"],
];

describe("every route", () => {
  it.each(ROUTES)("%s responds with status %i and its texts without JavaScript", async (path, status, ...texts) => {
    const page = await open(path);
    expect(page.status).toBe(status);
    expect(texts.filter((text) => !page.text.includes(text))).toEqual([]);
    expect(page.html.match(/<h1/g)).toHaveLength(1);
  });

  it("is public, without a sign-in or a cookie", async () => {
    for (const [path] of ROUTES) {
      const { headers, html } = await open(path);
      expect(headers.get("set-cookie"), path).toBeNull();
      expect(html, path).not.toMatch(/type="password"|>\s*(Sign|Log) in\s*</i);
      expect(html, path).toMatch(/<header[\s\S]+<nav[\s\S]+<main[\s\S]+<footer/);
    }
  });
});

describe("the header and the footer of every page", () => {
  it.each(["/", "/sports", "/faq", "/nothing-here"])(
    "of %s contain the date bar, the sections and the links",
    async (path) => {
      const { html } = await open(path);
      const [header = "", rest = ""] = html.split("</header>");
      const [, footer = ""] = html.split("<footer");
      for (const text of ["WEDNESDAY, APRIL 17, 2025", "MIDWEST EDITION", 'href="/books"', 'href="/rss.xml"'])
        expect(header).toContain(text);
      const [bar = ""] = /<nav[^>]* aria-label="Sections">[\s\S]*?<\/nav>/.exec(rest) ?? [];
      expect(bar.match(/<a [^>]*>[^<]+<\/a>/g)).toHaveLength(12);
      const [menu = ""] = /<nav[^>]* aria-label="All sections">[\s\S]*?<\/nav>/.exec(rest) ?? [];
      for (const address of Object.keys(SECTIONS)) {
        expect(menu).toContain(`href="${address}"`);
        expect(footer).toContain(`href="${address}"`);
      }
      const pages = [
        "about",
        "contact",
        "careers",
        "partner",
        "faq",
        "privacy",
        "terms",
        "rss.xml",
        "books",
        "sources",
      ];
      for (const page of pages) expect(footer.match(new RegExp(`href="/${page}"`, "g")), page).toHaveLength(1);
    },
  );

  it("name the edition's social pages, its neighbors and the city's encyclopedia", async () => {
    const [, footer = ""] = (await open("/")).html.split("<footer");
    for (const label of ["Bluesky", "Facebook", "Instagram", "YouTube"])
      expect(footer).toMatch(new RegExp(`<a href="https://[^"]+" rel="noopener">${label}</a>`));
    for (const address of ["https://blockclubchicago.org/", "https://encyclopedia.chicagohistory.org/"])
      expect(footer).toContain(`href="${address}"`);
  });
});

describe("a section's page", () => {
  it("has a card for each story with linked headline, excerpt, author and date", async () => {
    const [chicago] = await loadEditions("editions");
    const samples = chicago?.samples.get("health") ?? [];
    const { html } = await open("/health");
    const cards = Array.from(html.matchAll(/<article[\s\S]*?<\/article>/g), ([card]) => card);
    expect(cards).toHaveLength(15);
    for (const [place, card] of cards.entries()) {
      const { slug, author } = samples[place] ?? { slug: "", author: "" };
      expect(card).toContain(`href="/article/${slug}"`);
      // Only the large card has a skyline in place of a photo.
      expect(card.includes(`src="${skylinePath(slug, "lake")}"`)).toBe(place === 0);
      expect(card).toContain(author);
      expect(card).toMatch(/<time dateTime="2025-[^"]+">[A-Z][a-z]+ \d+, 2025<\/time>/);
      expect(card).toMatch(/<p class="[^"]*deck[^"]*" dir="auto">[^<]{20,}/);
    }
  });
});

// Without feeds, every linked story is one of the samples.
it("has no dead link or missing anchor within the site", async () => {
  const linkedFrom = new Map([["/", "the start"]]);
  const anchors = new Map<string, Set<string>>();
  const fragments: { page: string; anchor: string; from: string }[] = [];
  const dead: string[] = [];
  for (const [address, from] of linkedFrom) {
    const response = await fetch(site.url + address, { redirect: "manual", headers: { accept: "text/html" } });
    const isMoved = response.status === 301 || response.status === 302 || response.status === 308;
    const isHtml = response.headers.get("content-type")?.startsWith("text/html");
    if (response.status !== 200 && !isMoved) dead.push(`${address}: ${response.status}, linked from ${from}`);
    const moved = isMoved ? [response.headers.get("location") ?? ""] : [];
    const { links, ids } = isHtml ? parsePage(await response.text()) : { links: moved, ids: new Set<string>() };
    // Cancels the body, since the body of a radio stream never ends.
    if (!isHtml) await response.body?.cancel();
    anchors.set(address, ids);
    for (const link of links) {
      const url = URL.parse(link, site.url + address);
      if (!url || url.origin !== site.url) continue;
      const page = url.pathname + url.search;
      if (url.hash) fragments.push({ page, anchor: decodeURIComponent(url.hash.slice(1)), from: address });
      if (!linkedFrom.has(page)) linkedFrom.set(page, address);
    }
  }
  expect(dead).toEqual([]);
  const missing = fragments.filter(({ page, anchor }) => !anchors.get(page)?.has(anchor));
  expect(missing.map(({ page, anchor, from }) => `${page}#${anchor}, linked from ${from}`)).toEqual([]);
  // The crawl found all sections and all their stories.
  expect(linkedFrom.size).toBeGreaterThan(250);
});

/** Returns the URLs on a page, and the ids of its elements, which links can have as their fragment. */
function parsePage(html: string): { links: string[]; ids: Set<string> } {
  const links: string[] = [];
  const ids = new Set<string>();
  const parser = new Parser({
    onopentag(_name, { href, src, poster, action, srcset, id }) {
      for (const link of [href, src, poster, action]) if (link) links.push(link);
      for (const candidate of srcset?.split(",") ?? []) links.push(candidate.trim().split(" ")[0] ?? "");
      if (id) ids.add(id);
    },
  });
  parser.end(html);
  return { links, ids };
}
