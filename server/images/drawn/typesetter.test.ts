import { describe, expect, it } from "vitest";
import { drawText, fitText, getTextHeight, getTextWidth, withOutlines } from "./typesetter.ts";

const SPACE = { width: 400, height: 120, largest: 60, smallest: 20, leading: 1.1 };

const fitTitle = (text: string, space = SPACE) => fitText(text, "newsreader-600", space);
const readLines = (text: string, space = SPACE) => fitTitle(text, space).lines.map((line) => line.text);

describe("fitText", () => {
  it("chooses the largest size at which a text fits its space", () => {
    const short = fitTitle("Lake rises");
    const long = fitTitle("City Council approves budget after marathon session");
    expect(short.size).toBe(60);
    expect(long.size).toBeLessThan(60);
    for (const text of [short, long]) {
      expect(getTextWidth(text)).toBeLessThanOrEqual(SPACE.width);
      expect(getTextHeight(text)).toBeLessThanOrEqual(SPACE.height);
    }
  });

  it("makes lines even instead of filling the first ones", () => {
    expect(readLines("one two three four five six", { ...SPACE, largest: 40, smallest: 40 })).toEqual([
      "one two three",
      "four five six",
    ]);
  });

  it("ends a text that is too long with an ellipsis after a whole word", () => {
    const lines = readLines("Aldermen ".repeat(100));
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toMatch(/^(Aldermen )*Aldermen…$/);
  });

  it("breaks a word only if it is wider than the space at the smallest size", () => {
    const lines = readLines(`The ${"abcdefghij".repeat(6)} law`);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join("")).toBe(`The ${"abcdefghij".repeat(6)} law`.replace("The ", "The"));
    expect(readLines("Donaudampfschifffahrt")).toEqual(["Donaudampfschifffahrt"]);
  });

  it("breaks Chinese without spaces, but not before its punctuation", () => {
    const lines = readLines("市議會通過預算案，市長表示將增加投入", { ...SPACE, largest: 50, smallest: 30 });
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).not.toMatch(/^，/);
  });

  it("returns no lines for white space", () => {
    expect(readLines(" \n ")).toEqual([]);
  });

  it("kerns and joins letters", () => {
    const width = (text: string) => getTextWidth(fitTitle(text, { ...SPACE, largest: 20 }));
    expect(width("AV")).toBeLessThan(width("A") + width("V"));
    expect(fitTitle("fi").lines[0]?.runs[0]).toMatchObject({ glyphs: { length: 1 } });
  });
});

describe("drawText", () => {
  const draw = (text: string) => withOutlines(drawText(fitTitle(text), 10, 20, "#000"));

  it("defines each outline once", () => {
    const svg = draw("Anna");
    expect(svg.match(/<use /g)).toHaveLength(4);
    expect(svg.match(/<path id=/g)).toHaveLength(3);
  });

  it("draws characters beyond our faces as text, with the spaces between them", () => {
    expect(draw("Шоу 7 лет")).toMatch(/^<g [^>]+><text x="0" [^>]+>Шоу 7 лет<\/text><\/g>$/);
    expect(draw("Шоу on Clark")).toMatch(/>Шоу<\/text><use /);
  });

  it("aligns right-to-left lines to the right", () => {
    const svg = draw("شيكاغو");
    const [, left = "", scale = ""] = /translate\((\d+) \d+\) scale\(([\d.]+)\)/.exec(svg) ?? [];
    const [, x = ""] = /<text x="([\d.]+)" direction="rtl"/.exec(svg) ?? [];
    expect(Math.abs(Number(left) + Number(x) * Number(scale) - (10 + SPACE.width))).toBeLessThan(1);
  });

  it("escapes markup in text", () => {
    expect(draw("Ж<&>Ж")).toContain(">Ж&lt;&amp;&gt;Ж</text>");
  });
});
