import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Document } from "yaml";
import { parse } from "yaml";
import { broadsheet } from "../support/commandLine.ts";
import type { BooksFile } from "../support/covers.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  site = await startSite({ editions, data: folder.path });
});

afterAll(async () => {
  await site?.stop();
  await folder.remove();
});

async function get(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(site.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("the books page, without JavaScript", () => {
  let html: string;
  let books: BooksFile["books"];

  beforeAll(async () => {
    html = (await get("/books")).text;
    ({ books } = parse(await readFile("editions/chicago/books.yaml", "utf8")) as BooksFile);
  });

  it("links home, to the banner's institution and to the store", () => {
    expect(html).toMatch(/<a[^>]* href="\/"[^>]*>(<svg.*?<\/svg>)?Back to Home<\/a>/);
    expect(html).toMatch(/<h2[^>]*>Transform Your Life with Ancient Wisdom<\/h2>/);
    for (const [label, address] of [
      ["Apply for Admission", "https://www.naropa.edu/admissions/"],
      ["Learn More", "https://www.naropa.edu/"],
      ["View All Books on Amazon", "https://www.amazon.com/"],
    ]) {
      const [tag = ""] = new RegExp(`<a[^>]*>${label}</a>`).exec(html) ?? [];
      expect(tag).toContain(`href="${address}`);
      expect(tag).toContain('target="_blank" rel="noopener"');
    }
    for (const text of ["Accredited programs", "Expert instructors", "Rich curriculum"]) expect(html).toContain(text);
    expect(html).toMatch(/<h1[^>]*>Books<\/h1>/);
    expect(html).toContain("<title>Books | The Chicago Meridian</title>");
    expect(html).toContain(`rel="canonical" href="${site.url}/books"`);
  });

  it("shows 40 cards, each with a cover, a title and a link to its page at the retailer in a new tab", () => {
    const cards = Array.from(html.matchAll(/<article.*?<\/article>/gs), ([card]) => card);
    expect(cards).toHaveLength(40);
    cards.forEach((card, index) => {
      const title = books[index]?.title ?? "";
      expect(card).toMatch(new RegExp(`<h2[^>]*>${title}</h2>`));
      expect(card).toMatch(new RegExp(`<img[^>]* src="/covers/[^"]+"[^>]* alt="${title}"`));
      expect(card).toContain(`href="https://www.amazon.com/s?k=${encodeURIComponent(title)}&amp;i=digital-text"`);
      expect(card).toContain('target="_blank" rel="noopener"');
      expect(card).toMatch(/>View on Amazon</);
    });
  });

  it("lists titles that begin with Billionaire, the classic of 1904 and the book based on the 1894 holy science", () => {
    const titles = books.map(({ title }) => title);
    expect(titles.filter((title) => !title.startsWith("Billionaire "))).toEqual(["Breath is God"]);
    for (const rest of [
      "Bhagavad Gita",
      "Brahmacharya",
      "Breath Mastery",
      "Kundalini",
      "Mindset",
      "Tao",
      "Yoga Essence",
    ])
      expect(titles).toContain(`Billionaire ${rest}`);
    expect(html).toContain("A 1904 classic");
    expect(html).toContain("Based on the 1894 Holy Science");
  });

  it("serves each cover as an SVG file that may be cached forever", async () => {
    const covers = Array.from(html.matchAll(/<img[^>]* src="(\/covers\/[^"]+)"/g), ([, src]) => src ?? "");
    expect(new Set(covers).size).toBe(40);
    for (const cover of covers) {
      const { status, headers, text } = await get(cover);
      expect([status, headers.get("content-type")], cover).toEqual([200, "image/svg+xml"]);
      expect(headers.get("cache-control")).toContain("immutable");
      expect(text).toMatch(/^<svg .*<\/svg>$/s);
    }
    const unnamed = await get("/covers/billionaire-tao.svg");
    expect([unnamed.status, unnamed.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
    expect((await get("/covers/never-written.svg")).status).toBe(404);
  });

  it("lists the books for search engines", () => {
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const list = JSON.parse(json);
    expect([list["@type"], list.numberOfItems]).toEqual(["ItemList", 40]);
    expect(list.itemListElement[5]).toMatchObject({
      position: 6,
      item: { "@type": "Book", name: "Breath is God", alternativeHeadline: "A 1904 classic" },
    });
  });

  it("is linked from the header, the menu and the footer of every page", async () => {
    for (const path of ["/", "/local", "/nothing-here"]) {
      const { text } = await get(path);
      expect(text.match(/<a[^>]* href="\/books"[^>]*>Books<\/a>/g), path).toHaveLength(3);
    }
  });
});

describe("an edition's books.yaml", () => {
  it("is rejected with the file, the line, the value found and the values allowed", async () => {
    const file = join(editions, "chicago", "books.yaml");
    const source = await readFile(file, "utf8");
    await writeFile(
      file,
      source.replace("Tao, theme: way", "Tao, theme: path, cover: https://elsewhere.example/a.jpg"),
    );
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions });
    await writeFile(file, source);
    const line = source.split("\n").findIndex((text) => text.includes("Billionaire Tao")) + 1;
    expect(status).toBe(1);
    expect(output).toContain(`${file}:${line}: books.4.theme: found "path"; expected "scripture" or "breath"`);
    expect(output).toContain(
      `${file}:${line}: books.4.cover: found "https://elsewhere.example/a.jpg"; expected a path of`,
    );
  });

  it("is optional: without it there is no books page and no link to one", async () => {
    const own = await temporaryFolder();
    const change = (edition: Document) => {
      edition.deleteIn(["ads", 0]);
      edition.deleteIn(["links", "pages"]);
    };
    const without = await writeTestEdition(join(own.path, "editions"), { feeds: () => [], relays: [], change });
    await rm(join(without, "chicago", "books.yaml"));
    const bookless = await startSite({ editions: without, data: own.path });
    const [page, home, cover] = await Promise.all(
      ["/books", "/", "/covers/billionaire-tao.svg"].map((path) => fetch(bookless.url + path)),
    );
    const texts = await Promise.all([page?.text(), home?.text()]);
    await bookless.stop();
    await own.remove();
    expect([page?.status, home?.status, cover?.status]).toEqual([404, 200, 404]);
    expect(texts[0]).toContain("Page Not Found");
    for (const text of texts) expect(text).not.toContain('href="/books"');
  });
});
