import { describe, expect, it } from "vitest";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import { paginate, renderBlocks, toTextBlocks } from "./textBlocks.ts";

const TEXTS = getServerTexts("en").textEdition;

describe("toTextBlocks", () => {
  it.each([
    ["paragraphs", "<p>One</p><p>Two <em>three</em></p>", "<p>One</p>\n<p>Two <em>three</em></p>"],
    ["headings, at most of level 2", "<h1>One</h1><h5>Two</h5>", "<h2>One</h2>\n<h3>Two</h3>"],
    ["lists", "<ul><li>One</li><li>Two</li></ul>", "<ul>\n<li>One</li>\n<li>Two</li>\n</ul>"],
    [
      "quotations",
      "<blockquote><p>One</p><p>Two</p></blockquote>",
      "<blockquote>\n<p>One</p>\n<p>Two</p>\n</blockquote>",
    ],
    ["table rows", "<table><tr><td>One</td><td>Two</td></tr></table>", "<p>One Two</p>"],
    ["alternative texts of images", '<figure><img alt="A gate" src="/x"></figure>', "<p>[Picture: A gate]</p>"],
    [
      "links to recordings",
      '<audio src="https://a.example/x.mp3"></audio>',
      '<p><a href="https://a.example/x.mp3">Play the recording</a></p>',
    ],
    ["links to articles", '<p><a href="/article/one">One</a></p>', '<p><a href="/text/article/one">One</a></p>'],
    ["links to other addresses", '<p><a href="javascript:x">One</a></p>', "<p>One</p>"],
    ["emphasis across blocks", "<em><p>One</p><p>Two</p></em>", "<p><em>One</em></p>\n<p><em>Two</em></p>"],
    ["special characters", "<p>1 &lt; 2 &amp; 3</p>", "<p>1 &lt; 2 &amp; 3</p>"],
    ["empty elements", "<p> </p><div></div><p>One<em></em></p>", "<p>One</p>"],
  ])("converts %s", (_name, html, text) => {
    expect(renderBlocks(toTextBlocks(html, TEXTS))).toBe(text);
  });

  it("splits a long paragraph between words and keeps its emphasis", () => {
    const blocks = toTextBlocks(`<p><em>${"word ".repeat(2000)}</em></p>`, TEXTS);
    expect(blocks.length).toBeGreaterThan(2);
    for (const { html } of blocks) expect(html).toMatch(/^<em>(word ?)+<\/em>$/);
  });
});

describe("paginate", () => {
  const block = (length: number) => ({ kind: "p" as const, html: "x".repeat(length) });

  it("fills pages up to the limit, counting the tags", () => {
    const pages = paginate([block(100), block(100), block(100)], 300);
    expect(pages.map((blocks) => blocks.length)).toEqual([2, 1]);
  });

  it("gives a block that exceeds the limit a page of its own", () => {
    expect(paginate([block(10), block(500), block(10)], 100).map((blocks) => blocks.length)).toEqual([1, 1, 1]);
  });

  it("returns one page for no blocks", () => {
    expect(paginate([], 100)).toEqual([[]]);
  });
});

describe("a long paragraph", () => {
  const link = '<a href="https://a.example/">x</a>';
  it.each([
    ["links", `<p>${link.repeat(20_000)}</p>`],
    ["links without text", `<p>${'<a href="https://a.example/"></a>'.repeat(50_000)}x</p>`],
    [
      "links within links",
      `<p>${`<a href="https://a.example/${"y".repeat(900)}">`.repeat(50)}${"words ".repeat(8000)}`,
    ],
    ["emphasis within emphasis", `<p>${"<em>".repeat(5000)}${"words ".repeat(5000)}`],
    ["a word of 500,000 letters", `<p>${"w".repeat(500_000)}</p>`],
    ["alternative texts", `<p><img alt="${"a gate ".repeat(20_000)}"></p>`],
  ])("divides a paragraph of many %s into pages of the allowed size, and loses no text", (_name, html) => {
    const pages = paginate(toTextBlocks(html, TEXTS), 12_000).map(renderBlocks);
    for (const page of pages) expect(Buffer.byteLength(page)).toBeLessThan(13_000);
    const toLetters = (text: string) => text.replaceAll(/<[^>]*>|\s/g, "");
    const letters = html.includes("<img") ? "agate".repeat(20_000) : toLetters(html);
    expect(toLetters(pages.join("")).length).toBeGreaterThanOrEqual(letters.length);
  });
});
