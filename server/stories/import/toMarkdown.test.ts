import fc from "fast-check";
import { expect, it } from "vitest";
import { renderStory } from "../../../core/markdown/renderStory.ts";
import { escapeHtml, toText } from "../../html/text.ts";
import { toMarkdown } from "./toMarkdown.ts";

const BASE = "https://old.example/2019/04/ferry/";
const render = (html: string) => renderStory(toMarkdown(html, BASE)).trim();

it.each([
  ["paragraphs", "<p>One.</p><p>Two.</p>", "One.\n\nTwo."],
  ["marks with spaces in them", "<p>A <strong>bold </strong>word, <em>so</em>.</p>", "A **bold** word, *so*."],
  ["headings", "<h1>A</h1><h3>B #</h3>", "## A\n\n### B \\#"],
  ["line breaks", "<p>One<br>Two<br><br>Three</p>", "One\\\nTwo\n\nThree"],
  ["links", '<p><a href="/a (b)">A</a></p>', "[A](https://old.example/a%20%28b%29)"],
  ["lists", "<ul><li>A<ol start=3><li>B<li>C</ol><li>D</ul>", "- A\n  3. B\n  4. C\n- D"],
  ["quotes", "<blockquote><p>One.</p><p>Two.</p></blockquote>", "> One.\n>\n> Two."],
  ["code", "<p><code>a`b</code></p><pre>x\n  y</pre>", "``a`b``\n\n```\nx\n  y\n```"],
  ["tables", "<table><tr><th>A<th>B<tr><td>1|2<td><b>3</b></table>", "| A | B |\n| --- | --- |\n| 1\\|2 | **3** |"],
  ["a table without a head", "<table><tr><td>1<td>2</table>", "|  |  |\n| --- | --- |\n| 1 | 2 |"],
  [
    "images with captions",
    '<figure><a href="/b.jpg"><img src="/b.jpg" alt="[A] b"></a><figcaption>Says "so"</figcaption></figure>',
    '![(A) b](https://old.example/b.jpg "Says ”so”")',
  ],
  [
    "a link around an image",
    '<figure><a href="https://a.example/b"><img src="/b.jpg" alt="B"></a><figcaption>C</figcaption></figure>',
    '![B](https://old.example/b.jpg "C")\n\n[a.example](https://a.example/b)',
  ],
  [
    "slides",
    '<ul><li><figure><img src="/b.jpg" alt="B"><figcaption>C</figcaption></figure></li></ul>',
    '![B](https://old.example/b.jpg "C")',
  ],
  [
    "players",
    '<p>A</p><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>',
    "A\n\n[Play at www.youtube.com](https://www.youtube.com/embed/abcdefghijk)",
  ],
  [
    "addresses that stand alone",
    "<figure><div>\nhttps://vimeo.com/1\n</div></figure>",
    "[vimeo.com](https://vimeo.com/1)",
  ],
  [
    "pull quotes",
    "<figure><blockquote><p>So it <b>is</b>.</p><cite>Ada</cite></blockquote></figure>",
    "```quote\nSo it is.\n— Ada\n```",
  ],
  ["a division line", "<p>A</p><hr><p>B</p>", "A\n\n***\n\nB"],
])("converts %s", (_, html, markdown) => {
  expect(toMarkdown(html, BASE)).toBe(markdown);
});

it.each([
  "# A",
  "1. A",
  "- A",
  "> A",
  "* A *",
  "a_b _c_",
  "[x](y)",
  "![x](y)",
  "<b>",
  "&amp;",
  "~~a~~",
  "===",
  "a|b",
  "`x`",
])("escapes the text %s", (text) => {
  expect(toText(render(`<p>${escapeHtml(text)}<br>${escapeHtml(text)}</p>`))).toBe(`${text} ${text}`);
});

it.each([
  '<script>alert(1)</script><p onclick="alert(1)">A</p>',
  '<a href="javascript:alert(1)">A</a>',
  '<p>A</p><svg onload="alert(1)"><a href="javascript:alert(1)">x</a></svg>',
  '<img src="x" onerror="alert(1)">A',
  "&lt;script&gt;alert(1)&lt;/script&gt;A",
  '[A](javascript:alert(1)) <a href="https://a.example/)[B](javascript:alert(1))">A</a>',
  '<img src="https://a.example/x.jpg" alt="](x) <script>alert(1)</script>">A',
  `${"<div>".repeat(20_000)}A`,
])("removes scripts and unsafe links from %.60s", (html) => {
  const rendered = render(html);
  expect(rendered).toContain("A");
  expect(rendered).not.toMatch(/<(?:script|svg|iframe)|\son\w+=|(?:href|src)="(?!https?:)/);
});

it("keeps every word of nested markup", () => {
  const element = fc.constantFrom(
    "p",
    "b",
    "em",
    "a",
    "ul",
    "li",
    "blockquote",
    "table",
    "td",
    "h2",
    "br",
    "code",
    "div",
  );
  const word = fc.stringMatching(/^[a-zA-Z0-9.,;:!?*_#>+=|~()[\]-]{1,8}$/);
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      word,
      fc
        .tuple(element, fc.array(tie("tree"), { maxLength: 4 }))
        .map(([name, parts]) => `<${name}>${parts.join(" ")}</${name}>`),
    ),
  }));
  const letters = (text: string) => text.replace(/[^a-zA-Z0-9]/g, "");
  fc.assert(
    fc.property(tree, (html) => {
      const cleaned = toMarkdown(html, BASE);
      expect(letters(toText(renderStory(cleaned)))).toBe(letters(toText(html)));
    }),
    { numRuns: 300 },
  );
});
