import { describe, expect, it } from "vitest";
import type { Block, Inline } from "./blocks.ts";
import { parseDocument, writeDocument } from "./markdownDocument.ts";

const EMPTY = parseDocument("");

const text = (value: string, ...marks: Inline["marks"]): Inline => ({ type: "text", text: value, marks });
const paragraph = (...content: Inline[]): Block => ({ type: "paragraph", content });
const write = (...blocks: Block[]) => writeDocument(blocks, EMPTY);
const parse = (body: string) => parseDocument(body).blocks.map(({ block }) => block);

/** Replaces one block of a parsed text and writes the text. */
function replace(body: string, index: number, block: Block) {
  const original = parseDocument(body);
  return writeDocument(
    original.blocks.map((part, place) => (place === index ? block : part.block)),
    original,
  );
}

describe("writeDocument", () => {
  it.each<[string, Block, string]>([
    [
      "signs of Markdown in a text",
      paragraph(text("*a* [b] _c_ `d` <e> 1 < 2 &amp; snake_case")),
      "\\*a\\* \\[b\\] \\_c\\_ \\`d\\` \\<e> 1 < 2 \\&amp; snake_case",
    ],
    ["what would begin a list", paragraph(text("- no list")), "\\- no list"],
    ["what would begin a numbered list", paragraph(text("1984. A year")), "1984\\. A year"],
    ["what would be a heading", paragraph(text("# 4")), "\\# 4"],
    ["spaces at the ends of marks", paragraph(text("a"), text(" b ", { type: "strong" }), text("c")), "a **b** c"],
    [
      "a mark on both sides of a space",
      paragraph(text("a", { type: "em" }), text(" "), text("b", { type: "em" })),
      "*a b*",
    ],
    [
      "marks that overlap",
      paragraph(text("a", { type: "em" }), text("b", { type: "em" }, { type: "strong" })),
      "*a**b***",
    ],
    ["a mark between a letter and punctuation", paragraph(text("(a)", { type: "em" }), text("b")), "*(a)*&#98;"],
    [
      "an exclamation mark before a link",
      paragraph(text("Go!"), text("here", { type: "link", href: "/a", title: "", isAutomatic: false })),
      "Go\\![here](/a)",
    ],
    ["spaces that do not break a line", paragraph(text("\u00a0a 5\u00a0% ")), "&nbsp;a 5\u00a0%"],
    ["code with backquotes", paragraph(text("a`b", { type: "code" })), "``a`b``"],
    ["a fence in code", { type: "code", info: "", text: "```" }, "````\n```\n````"],
    ["a straight quotation mark", paragraph(text('"', { type: "literal" })), '\\"'],
  ])("writes %s", (_name, block, body) => {
    expect(write(block)).toEqual({ body, unequal: [] });
  });

  it("keeps the bytes of all other blocks, and the lines between them", () => {
    const body = "Heading\r\n---\r\nLine  \r\nline.\r\n\r\n\r\n* a\r\n* b\r\n\r\n[x]: /y\r\n\r\n__Last__ [x]\r\n";
    expect(replace(body, 2, paragraph(text("New"))).body).toBe(body.replace("* a\r\n* b", "New"));
  });

  it("keeps apart a changed block and its neighbor", () => {
    expect(replace("Text\n# Heading", 1, paragraph(text("More")))).toEqual({ body: "Text\n\nMore", unequal: [] });
  });

  it("gives a list another marker than the list before it", () => {
    const list = (word: string): Block => ({
      type: "list",
      start: null,
      isTight: true,
      marker: "-",
      items: [[paragraph(text(word))]],
    });
    expect(write(list("a"), list("b"))).toEqual({ body: "- a\n\n* b", unequal: [] });
  });

  it("writes a link by its definition as a link, and keeps the definition for others", () => {
    const body = '[One][x] and [two][x].\n\n[Three][x].\n\n[x]: /y "Z"';
    const [first] = parse(body);
    const content = first?.type === "paragraph" ? first.content : [];
    const written = replace(body, 0, paragraph(text("New "), ...content));
    expect(written.body).toBe('New [One](/y "Z") and [two](/y "Z").\n\n[Three][x].\n\n[x]: /y "Z"');
    expect(written.unequal).toEqual([]);
  });

  it("writes a reference to a note that was added after it", () => {
    const reference: Inline = { type: "footnote_reference", number: "2", marks: [] };
    const note: Block = { type: "footnote", number: "2", content: [text("B")] };
    expect(write(paragraph(text("A"), reference), note)).toEqual({ body: "A[^2]\n\n[^2]: B", unequal: [] });
  });

  it.each<[string, string, number, Block, number[]]>([
    [
      "a break in a heading",
      "A",
      0,
      { type: "heading", level: 2, content: [text("a"), { type: "break", marks: [] }, text("b")] },
      [0],
    ],
    [
      "a link to a script",
      "A",
      0,
      paragraph(text("a", { type: "link", href: "javascript:a", title: "", isAutomatic: false })),
      [0],
    ],
    ["a block of Markdown that runs on into the next", "A\n\nB", 0, { type: "source", source: "```\nA" }, [0, 1]],
    ["a note whose reference stays", "A[^1]\n\n[^1]: B", 1, paragraph(text("C")), [0]],
    ["a definition on which another block depends", "[A][a]\n\n[a]: /b", 1, paragraph(text("C")), [0]],
  ])("reports %s", (_name, body, index, block, unequal) => {
    expect(replace(body, index, block).unequal).toEqual(unequal);
  });
});

describe("parseDocument", () => {
  it.each([
    ["definitions of links", "[a]: /b"],
    ["a heading with a line break, which would lose it", "A\\\nB\n==="],
    ["definitions within a quotation", "> [a]: /b\n>\n> c"],
    ["tables beyond the limits", `|${"a|".repeat(101)}\n|${"-|".repeat(101)}`],
  ])("leaves %s as Markdown", (_name, body) => {
    expect(parse(body)).toEqual([{ type: "source", source: body }]);
  });

  it("reads what only stories have", () => {
    expect(
      parse('![A](a.jpg "B")\n\n```quote\nC\n-- D\n```\n\n[E](https://youtu.be/abcdefghijk)\n\n![F](f.jpg)'),
    ).toEqual([
      { type: "figure", src: "a.jpg", alt: "A", caption: "B" },
      { type: "pull_quote", text: "C", by: "D", dash: "--" },
      { type: "player", href: "https://youtu.be/abcdefghijk", title: "E" },
      { type: "figure", src: "f.jpg", alt: "F", caption: "" },
    ]);
  });
});
