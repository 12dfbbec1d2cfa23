import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type BooksFile, linesOf, problemsOf } from "../../tests/support/covers.ts";
import { drawCover } from "./cover.ts";
import { THEMES } from "./palettes.ts";

const { series, books }: BooksFile = parse(readFileSync("editions/chicago/books.yaml", "utf8"));

const HOSTILE = {
  "markup and ampersands": `<script>alert("1 & 2")</script> ]]> &amp; 'x'`,
  emoji: "Breath 🧘🏽‍♀️ and gold 🏳️‍🌈",
  "letters from right to left": "كتاب التنفس والحياة",
  "an override of the direction": "Gold \u202edlog\u202c and breath",
  "Chinese without spaces": "富豪之道与呼吸富豪之道与呼吸富豪之道与呼吸",
  "two hundred characters": "A long way round ".repeat(12).slice(0, 200),
  "one word of two hundred letters": "W".repeat(200),
  "control characters and half a character": "Br\u0000ea\u0008th \ud83d is \uffff God",
  "nothing that shows": " \n\t ",
};

describe("drawCover", () => {
  it.each(books.map((book) => [book.title, book] as const))(
    "has the whole title of %s, within its edges",
    (_, book) => {
      const svg = drawCover({ ...book, series });
      expect(problemsOf(svg)).toEqual([]);
      const name = book.title.startsWith(`${series} `) ? book.title.slice(series.length + 1) : book.title;
      expect(textOf(svg)).toContain(name);
      if (name !== book.title) expect(linesOf(svg)[0]?.text).toBe(series);
      if (book.subtitle) expect(textOf(svg)).toContain(book.subtitle);
      // Legible at 160 pixels, which is half of its width: a title of 16 pixels and more, everything else of 10.
      const sizes = linesOf(svg).map(({ size }) => size);
      expect(Math.max(...sizes)).toBeGreaterThanOrEqual(32);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(20);
      expect(svg.length).toBeLessThan(9000);
    },
  );

  it("draws the same for the same text", () => {
    for (const book of books) expect(drawCover({ ...book, series })).toBe(drawCover({ ...book, series }));
  });

  it("draws 40 covers that all differ, in every palette of the themes", () => {
    expect(new Set(books.map((book) => drawCover({ ...book, series }).replace(/<title>.*?<\/title>/, ""))).size).toBe(
      40,
    );
    const themed = THEMES.map((theme) => drawCover({ title: "Karma", theme }));
    expect(new Set(themed).size).toBe(THEMES.length);
  });

  it.each(Object.entries(HOSTILE))("stays whole and inside its edges with %s", (_, title) => {
    for (const theme of THEMES) expect(problemsOf(drawCover({ title, subtitle: title, theme }))).toEqual([]);
  });

  it("says a hostile title as text and never as markup", () => {
    const svg = drawCover({ title: HOSTILE["markup and ampersands"], theme: "mind" });
    expect(svg).not.toContain("<script");
    expect(svg).toContain(
      "<title>&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt; ]]&gt; &amp;amp; 'x'</title>",
    );
  });

  it("has all of a title of 200 characters, and an ellipsis at the end of one that is no title", () => {
    const title = HOSTILE["two hundred characters"].trim();
    expect(textOf(drawCover({ title, theme: "breath" }))).toBe(title);
    const endless = drawCover({ title: title.repeat(20), theme: "breath" });
    expect(textOf(endless)).toMatch(/…$/);
  });

  it("is a whole document inside its edges, whatever the texts", () => {
    const anyText = fc.string({ unit: "binary", maxLength: 240 });
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom(...THEMES), (title, subtitle, theme) => {
        expect(problemsOf(drawCover({ title, subtitle, theme, series: title.split(" ")[0] }))).toEqual([]);
      }),
    );
  });
});

function textOf(svg: string): string {
  return linesOf(svg)
    .map(({ text }) => text)
    .join(" ");
}
