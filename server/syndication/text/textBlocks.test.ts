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
    ["links to other addresses", '<p><a href="javascript:x">One</a></p>', "<p><span>One</span></p>"],
    ["emphasis across blocks", "<em><p>One</p><p>Two</p></em>", "<p><em>One</em></p>\n<p><em>Two</em></p>"],
    ["special characters", "<p>1 &lt; 2 &amp; 3</p>", "<p>1 &lt; 2 &amp; 3</p>"],
    ["empty elements", "<p> </p><div></div>", ""],
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
