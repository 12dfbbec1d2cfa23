import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type BooksFile, listProblems, readLines } from "../../../tests/support/covers.ts";
import { BOOK_THEMES, type Theme } from "../../editions/pages/books.ts";
import { drawBookCover } from "./bookCover.ts";

const { series, books }: BooksFile = parse(readFileSync("editions/chicago/books.yaml", "utf8"));

const HOSTILE = {
  "markup and ampersands": `<script>alert("1 & 2")</script> ]]> &amp; 'x'`,
  emoji: "Breath 🧘🏽‍♀️ and gold 🏳️‍🌈",
  "right-to-left text": "كتاب التنفس والحياة",
  "a direction override": "Gold \u202edlog\u202c and breath",
  "Chinese without spaces": "富豪之道与呼吸富豪之道与呼吸富豪之道与呼吸",
  "two hundred characters": "A long way round ".repeat(12).slice(0, 200),
  "one word of two hundred letters": "W".repeat(200),
  "control characters and half a surrogate pair": "Br\u0000ea\u0008th \ud83d is \uffff God",
  "white space only": " \n\t ",
};

const draw = (book: { title: string; subtitle?: string; theme: Theme; series?: string }) =>
  drawBookCover({ subtitle: undefined, series: undefined, ...book });

describe("drawBookCover", () => {
  it.each(books.map((book) => [book.title, book] as const))(
    "shows the whole title of %s within its edges",
    (_, book) => {
      const svg = draw({ ...book, series });
      expect(listProblems(svg)).toEqual([]);
      const name = book.title.startsWith(`${series} `) ? book.title.slice(series.length + 1) : book.title;
      expect(joinLines(svg)).toContain(name);
      if (name !== book.title) expect(readLines(svg)[0]?.text).toBe(series);
      if (book.subtitle) expect(joinLines(svg)).toContain(book.subtitle);
      // Pages show covers as narrow as 160 px, which is half the drawn width. At that size, the title must be at least
      // 16 px high, and all other text at least 10 px.
      const sizes = readLines(svg).map(({ size }) => size);
      expect(Math.max(...sizes)).toBeGreaterThanOrEqual(32);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(20);
      expect(svg.length).toBeLessThan(9000);
    },
  );

  it("draws the same cover for the same text", () => {
    for (const book of books) expect(draw({ ...book, series })).toBe(draw({ ...book, series }));
  });

  it("changes no cover without a new COVER_REVISION", () => {
    // Caches keep covers for a year. On failure, raise COVER_REVISION in server/editions/pages/books.ts and update the
    // digest.
    const covers = BOOK_THEMES.flatMap((theme) =>
      ["Karma", "Breath is God"].map((title) => draw({ title, theme })),
    ).join("");
    expect(createHash("sha256").update(covers).digest("hex").slice(0, 12)).toBe("0f064a772f88");
  });

  it("draws 40 different covers, and one for each theme", () => {
    expect(new Set(books.map((book) => draw({ ...book, series }).replace(/<title>.*?<\/title>/, ""))).size).toBe(40);
    const themed = BOOK_THEMES.map((theme) => draw({ title: "Karma", theme }));
    expect(new Set(themed).size).toBe(BOOK_THEMES.length);
  });

  it.each(Object.entries(HOSTILE))("keeps %s valid and within its edges", (_, title) => {
    for (const theme of BOOK_THEMES) expect(listProblems(draw({ title, subtitle: title, theme }))).toEqual([]);
  });

  it("escapes markup in a title", () => {
    const svg = draw({ title: HOSTILE["markup and ampersands"], theme: "mind" });
    expect(svg).not.toContain("<script");
    expect(svg).toContain(
      "<title>&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt; ]]&gt; &amp;amp; 'x'</title>",
    );
  });

  it("shows all of a title of 200 characters, and ends a longer text with an ellipsis", () => {
    const title = HOSTILE["two hundred characters"].trim();
    expect(joinLines(draw({ title, theme: "breath" }))).toBe(title);
    const endless = draw({ title: title.repeat(20), theme: "breath" });
    expect(joinLines(endless)).toMatch(/…$/);
  });

  it("draws a valid document within its edges for any text", () => {
    const anyText = fc.string({ unit: "binary", maxLength: 240 });
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom(...BOOK_THEMES), (title, subtitle, theme) => {
        expect(listProblems(draw({ title, subtitle, theme, series: title.split(" ")[0] ?? "" }))).toEqual([]);
      }),
    );
  });
});

function joinLines(svg: string): string {
  return readLines(svg)
    .map(({ text }) => text)
    .join(" ");
}
