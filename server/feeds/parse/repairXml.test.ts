import { expect, it } from "vitest";
import { repairXml } from "./repairXml.ts";

it("resolves entities that the document type defines, and fetches none", () => {
  const doctype = `<!DOCTYPE r [<!ENTITY a "h<a"><!ENTITY b '&a;&a;'><!ENTITY file SYSTEM "file:///etc/passwd">]>`;
  expect(repairXml(`${doctype}<r>x&b;&file;&amp;<![CDATA[&a;]]></r>`)).toBe(
    "<r>xh&lt;ah&lt;a&file;&amp;<![CDATA[&a;]]></r>",
  );
});

it("limits the length of entities, and of all together", () => {
  const laughs = Array.from({ length: 30 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`);
  expect(repairXml(`<!DOCTYPE r [<!ENTITY l0 "ha">${laughs.join("")}]><r>&l2;&l30;</r>`)).toBe(
    `<r>${"ha".repeat(100)}&l30;</r>`,
  );
  const long = repairXml(`<!DOCTYPE r [<!ENTITY a "${"ha".repeat(200)}">]><r>${"&a;".repeat(100_000)}</r>`);
  expect(long.length).toBe("<r></r>".length + 500_000);
});

it("escapes a declaration that does not end", () => {
  expect(repairXml("<r>One <! two</r><!-- a <! b -->")).toBe("<r>One &lt;! two</r><!-- a <! b -->");
});
