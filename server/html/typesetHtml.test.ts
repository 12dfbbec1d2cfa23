import { expect, it } from "vitest";
import { typesetHtml } from "./typesetHtml.ts";

it.each([
  [
    '<p>&quot;Plainly,&quot; she said -- and <em>"again"</em>.</p>',
    "<p>“Plainly,” she said\u00a0— and <em>“again”</em>.</p>",
  ],
  [
    "<p>Run <code>a--b \"c\"</code> at 7 a.m.</p><pre>'x'...</pre>",
    "<p>Run <code>a--b \"c\"</code> at 7\u00a0a.m.</p><pre>'x'...</pre>",
  ],
  ['<p>The <b>mayor</b>\'s "<i>plan</i>"</p><p>"Next"</p>', "<p>The <b>mayor</b>’s “<i>plan</i>”</p><p>“Next”</p>"],
  [
    '<p><a href="/a--b" title="&quot;x&quot;">$5</a> million &amp; more</p>',
    '<p><a href="/a--b" title="&quot;x&quot;">$5</a>\u00a0million &amp; more</p>',
  ],
  ["<blockquote><p>Rain<em>--</em>then</p></blockquote>", "<blockquote><p>Rain<em>\u2060—</em>then</p></blockquote>"],
])("sets the text of %j and keeps its markup", (html, set) => {
  expect(typesetHtml(html, "en-US")).toBe(set);
  expect(typesetHtml(set, "en-US")).toBe(set);
});
