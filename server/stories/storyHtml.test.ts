import { expect, it } from "vitest";
import { renderStory } from "./storyHtml.ts";

it.each([
  ["headings below the headline", "# One\n\n### Two", "<h2>One</h2>\n<h3>Two</h3>\n"],
  [
    "an image with a title that stands alone",
    '![A *gate*](/a.jpg "The \\"gate\\"")',
    '<figure><img src="/a.jpg" alt="A gate"><figcaption>The &quot;gate&quot;</figcaption></figure>\n',
  ],
  ["an image in a text", '![A gate](/a.jpg "Gate") here', '<p><img src="/a.jpg" alt="A gate" title="Gate"> here</p>\n'],
  [
    "pull quotes",
    "```quote\nOne <b>\ntwo\n— Ada Moss\n```",
    "<figure><blockquote><p>One &lt;b&gt;<br>\ntwo</p></blockquote><figcaption>Ada Moss</figcaption></figure>\n",
  ],
  [
    "links to players that stand alone",
    "[The film](https://youtu.be/abcdefghijk)",
    '<p><a href="https://www.youtube.com/embed/abcdefghijk" data-embed="player">The film</a></p>\n',
  ],
  [
    "a bare address of a video on a line of its own",
    "Text, and *more*\nof it:\nhttps://www.youtube.com/watch?v=a--b__c-d_e&t=90\n\nhttps://vimeo.com/123456789",
    '<p>Text, and <em>more</em>\nof it:</p>\n<p><a href="https://www.youtube.com/embed/a--b__c-d_e?start=90" data-embed="player">Play at www.youtube.com</a></p>\n<p><a href="https://player.vimeo.com/video/123456789" data-embed="player">Play at player.vimeo.com</a></p>\n',
  ],
  [
    "a bare address in a text or of a page without a player as text",
    "See https://youtu.be/abcdefghijk now.\n\nhttps://a.example/film",
    "<p>See https://youtu.be/abcdefghijk now.</p>\n<p>https://a.example/film</p>\n",
  ],
  [
    "code with an address",
    "`a\nhttps://youtu.be/abcdefghijk\nb`",
    "<p><code>a https://youtu.be/abcdefghijk b</code></p>\n",
  ],
  ["other links", "[One](https://a.example/)", '<p><a href="https://a.example/">One</a></p>\n'],
  ["code that looks like HTML", "`<p><a>`", "<p><code>&lt;p&gt;&lt;a&gt;</code></p>\n"],
])("renders %s", (_name, body, html) => {
  expect(renderStory(body)).toBe(html);
});

it("shows a table beyond the limits as its source, and loses nothing", () => {
  const wide = `|${"a|".repeat(3000)}\n|${"-|".repeat(3000)}\n${"|b|\n".repeat(20)}`;
  const html = renderStory(`One\n\n${wide}\n\nTwo`);
  expect(html.length).toBeLessThan(2 * wide.length);
  expect(html).toContain(`<pre><code>${wide.trimEnd()}</code></pre>`);
  expect(html).toMatch(/^<p>One<\/p>[\s\S]*<p>Two<\/p>\n$/);
  expect(renderStory("|a|b|\n|-|-|\n|c|\n")).toContain("<td>c</td>");
  const many = Array.from({ length: 30 }, () => `|${"a|".repeat(90)}\n|${"-|".repeat(90)}\n|b|\n|c|\n`).join("\n");
  expect(renderStory(many).match(/<t[dh]>/g)?.length).toBeLessThanOrEqual(5000);
});

it("reads nested brackets as text", () => {
  const body = "![".repeat(200_000);
  expect(renderStory(body)).toBe(`<p>${body}</p>\n`);
  expect(renderStory("[x](/a)".repeat(1000)).match(/<a /g)).toHaveLength(1000);
});
