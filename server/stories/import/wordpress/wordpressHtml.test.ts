import { expect, it } from "vitest";
import { toWordPressHtml } from "./wordpressHtml.ts";

const NO_REFERENCES = { getAttachment: () => undefined, attached: [], getBlock: () => undefined, footnotes: [] };

const toHtml = (content: string) => toWordPressHtml(content, NO_REFERENCES).html.trim();

it("shows a shortcode in two brackets", () => {
  expect(toHtml("[[audio x=1]]")).toBe("<p>&#91;audio x=1&#93;</p>");
});

it("keeps the address of a plugin's button or frame, and removes a name alone in its paragraph", () => {
  expect(toHtml('[su_button url="https://a.example/b" x=1]Buy[/su_button]')).toBe(
    '<p><a href="https://a.example/b">Buy</a></p>',
  );
  expect(toHtml("[tweet 12]")).toBe("<p>https://twitter.com/i/status/12</p>");
  expect(toHtml('[map_frame src="https://a.example/map"]')).toBe("<p>https://a.example/map</p>");
  expect(toWordPressHtml("One.\n\n[mailchimp]\n\nTwo [sic].", NO_REFERENCES)).toMatchObject({
    html: "<p>One.</p>\n<p>Two [sic].</p>",
    remarks: [{ kind: "shortcode", text: "had the shortcode [mailchimp], which was removed" }],
  });
});

// Guards against quadratic time: with regular expressions, 11,000 unclosed captions took 9.5 s.
it.each([
  "[caption]",
  "[caption",
  "[embed]",
  '[gallery ids="',
  "[a b=",
  "[audio x] ",
  "<pre>",
  "[/caption]",
  "[youtube  ",
  "[mailchimp]\n",
  "[/link]",
])("reads a post of repeated %j once", (part) => {
  expect(toHtml(`${part.repeat(50_000)}\n\nThe end.`).includes("The end.")).toBe(true);
});
