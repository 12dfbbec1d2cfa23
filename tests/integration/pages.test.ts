import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

const editions = () => join(folder.path, "editions");
const pageFile = (name: string) => join(editions(), "chicago", "pages", `${name}.md`);

async function copyEditions() {
  folder = await temporaryFolder();
  await writeTestEdition(editions(), NO_FEEDS);
}

/** Fetches a page. `text` is the page's main content without tags. */
async function fetchPage(site: Site, path: string): Promise<{ status: number; html: string; text: string }> {
  const response = await fetch(site.url + path);
  const html = await response.text();
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const text = main
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;|’/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");
  return { status: response.status, html, text };
}

/** Returns the HTML between a heading of level 2 and the next one. */
function getSection(html: string, heading: string): string {
  return html.split(`>${heading}</h2>`)[1]?.split("<h2")[0] ?? "";
}

describe("the Chicago edition's own pages, without JavaScript", () => {
  let site: Site;

  beforeAll(async () => {
    await copyEditions();
    site = await startSite({ editions: editions(), data: folder.path });
  });

  afterAll(async () => {
    await site?.stop();
    await folder.remove();
  });

  /** Expects texts in a page. A failure prints the missing texts instead of the whole page. */
  async function expectTexts(path: string, ...texts: (string | RegExp)[]) {
    const { status, text } = await fetchPage(site, path);
    expect(status).toBe(200);
    expect(texts.filter((wanted) => text.search(wanted) < 0).map(String)).toEqual([]);
  }

  it("/about contains the mission, the values, four people with titles, four years and four awards", async () => {
    await expectTexts("/about", "Our mission", "Our values", "The team", "Our history", "Awards");
    await expectTexts("/about", "Editor in Chief", "Managing Editor", "Director of Digital", "Community Editor");
    await expectTexts("/about", /1912.*1968.*1992.*2018[\s\S]*We printed our last daily edition/);
    const { html } = await fetchPage(site, "/about");
    for (const heading of ["The team", "Our history", "Awards"])
      expect(getSection(html, heading).match(/<h3/g), heading).toHaveLength(4);
  });

  it("/careers contains four openings, two internships with opening dates, benefits and equal opportunity", async () => {
    await expectTexts("/careers", "Applications open May 1, 2025", "Applications open September 2, 2025");
    await expectTexts("/careers", "Benefits", "Equal opportunity", "is an equal opportunity employer");
    const { html } = await fetchPage(site, "/careers");
    expect(getSection(html, "Current openings").match(/<h3/g)).toHaveLength(4);
    expect(getSection(html, "Internships").match(/<h3/g)).toHaveLength(2);
    // All positions of the edition have closed, since their closing dates are in 2025.
    expect(
      html.match(/<summary[^>]*>Closed \(\d\)<\/summary>/g)?.map((found) => found.replace(/ class="[^"]*"/, "")),
    ).toEqual(["<summary>Closed (4)</summary>", "<summary>Closed (2)</summary>"]);
    expect(html).toContain("Nothing is open right now.");
  });

  it("/privacy contains its date and what the software does", async () => {
    await expectTexts(
      "/privacy",
      /Last updated April 10, 2025/,
      "There are no accounts on this site.",
      "We set no cookies and use no tracking",
      "our server fetches each photograph and serves it from our own address",
      "kept by your browser, on your device",
      "Nothing more is sent until you confirm",
      "If our mail server is unavailable, your request waits until it is back.",
      "When you send us a message with our form, we store what you wrote",
      "None of these is loaded with the page.",
      "We do not store listeners' addresses",
      "We do not knowingly collect personal information from children under 13.",
    );
    await expectPolicyLinks("/privacy", "/terms");
  });

  it("/terms contains its date, the notice period, the liability cap, the law and the courts", async () => {
    await expectTexts(
      "/terms",
      /Last updated April 10, 2025/,
      "at least 30 days' notice before any change in fees",
      "the greater of (a) the amount that you paid us in the last 12 months before the claim arose and (b) $100".replace(
        /[$()]/g,
        "\\$&",
      ),
      "governed by the laws of the State of Illinois",
      "courts located in Cook County, Illinois",
    );
    await expectPolicyLinks("/terms", "/privacy");
  });

  /** Checks that the table of contents links to exactly the page's headings, and that the page links to `other`. */
  async function expectPolicyLinks(path: string, other: string) {
    const { html } = await fetchPage(site, path);
    const headings = Array.from(html.matchAll(/<h2 id="([^"]+)"/g), ([, id]) => id).filter(
      (id) => id !== "contents" && id !== "related",
    );
    const [, contents = ""] = /<nav[^>]* aria-labelledby="contents">([\s\S]*?)<\/nav>/.exec(html) ?? [];
    expect(Array.from(contents.matchAll(/<a href="#([^"]+)"/g), ([, id]) => id)).toEqual(headings);
    expect(headings.length).toBeGreaterThan(9);
    const [, related = ""] = /<nav[^>]* aria-labelledby="related">([\s\S]*?)<\/nav>/.exec(html) ?? [];
    expect(related).toContain(`href="${other}"`);
  }

  it("have a title, description, canonical URL and one h1 each, and are linked in every footer", async () => {
    const titles: Record<string, string> = {
      "/about": "About the Meridian",
      "/careers": "Careers",
      "/privacy": "Privacy Policy",
      "/terms": "Terms of Service",
    };
    for (const [path, title] of Object.entries(titles)) {
      const { html } = await fetchPage(site, path);
      expect(html).toContain(`<title>${title} | The Chicago Meridian</title>`);
      expect(html).toMatch(/<meta name="description" content="[^"]{50,160}"/);
      expect(html).toContain(`<link rel="canonical" href="${site.url}${path}"/>`);
      expect(html.match(/<h1/g), path).toHaveLength(1);
      expect(html, path).not.toContain(' style="');
    }
    const footer = (await fetchPage(site, "/local")).html.split("<footer")[1] ?? "";
    const links = ["/about", "/contact", "/careers", "/partner", "/faq", "/privacy", "/terms"];
    expect(links.filter((href) => !footer.includes(` href="${href}"`))).toEqual([]);
  });

  it("follow their files while the site is running", async () => {
    await writeFile(pageFile("visit"), "---\ntitle: Visit\ndescription: How to visit.\n---\n\nRing the bell.\n");
    // Counts only reloads that found a change, since one change of a file may cause two reloads.
    const countReloads = (log: string) => log.split('"changed":["chicago"],"msg":"editions reloaded"').length - 1;
    await site.logs((log) => countReloads(log) === 1);
    expect((await fetchPage(site, "/visit")).text).toContain("Ring the bell.");
    await rm(pageFile("visit"));
    await site.logs((log) => countReloads(log) === 2);
    expect((await fetchPage(site, "/visit")).status).toBe(404);
  });
});

describe("an invalid page file", () => {
  beforeEach(copyEditions);
  afterEach(() => folder.remove());

  it.each([
    [
      "an unknown key",
      "title: Careers",
      "title: Careers\nlayout: wide",
      4,
      'found the key "layout"; allowed here: title,',
    ],
    ["an invalid value", "tone: brick", "tone: pink", 6, 'tone: found "pink"; expected "lake" or "brick" or'],
    ["no title", "title: Careers\n", "", 1, "title: found nothing; expected text."],
    ["no front matter", "---\n#", "#", 1, "found no front matter; a page begins with a line ---"],
    ["a second h1", "## How we work", "# How we work", 9, "found a heading with one #, the level of the title"],
    ["an unknown block", "```entries", "```jobs", 17, 'found a block named "jobs"; expected people, entries'],
    [
      "an invalid block",
      "- title: City Hall",
      "- job: City Hall",
      18,
      'found the key "job" in 0; allowed here: label, title',
    ],
    [
      "an external image",
      "The newsroom is",
      "![](https://a.example/b.png)",
      11,
      'found a picture at "https://a.example/b.png"',
    ],
  ])("is reported with file and line: %s", async (_what, right, wrong, line, message) => {
    const source = await readFile(pageFile("careers"), "utf8");
    expect(source).toContain(right);
    await writeFile(pageFile("careers"), source.replace(right, wrong));
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions() });
    expect(output).toContain(`${pageFile("careers")}:${line}: `);
    expect(output).toContain(message);
    expect(status).toBe(1);
  });

  it("prevents the start", async () => {
    await writeFile(pageFile("terms"), "---\ntitle: Terms\ndescription: What holds.\nupdated: April\n---\nText.\n");
    const start = startSite({ editions: editions(), data: folder.path });
    await expect(start).rejects.toThrow(/terms\.md:4: updated: found "April"; expected a date such as 2025-04-10\./);
  });

  it("is one with the path of a section", async () => {
    await cp(pageFile("about"), pageFile("local"));
    const { output } = await broadsheet(["check"], { EDITIONS_DIR: editions() });
    expect(output).toContain(`${pageFile("local")}:1: found a page at the address of the section local;`);
  });
});
