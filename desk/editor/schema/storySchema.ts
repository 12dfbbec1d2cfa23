import { type AttributeSpec, type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";
import type { Alignment } from "../../../core/markdown/blocks.ts";

/** Content of one-line blocks. Only paragraphs also allow line breaks, since Markdown keeps breaks only there. */
const LINE = "(text | image | footnote_reference)*";

const isAlignment = (value: string | null): value is NonNullable<Alignment> =>
  /^(?:left|center|right)$/.test(value ?? "");

function getAlignment(cell: HTMLElement): Alignment {
  const side = cell.getAttribute("data-align") ?? cell.getAttribute("align") ?? cell.style.textAlign;
  return isAlignment(side) ? side : null;
}

function createCell(name: "th" | "td", tableRole: string): NodeSpec {
  const getSpan = (cell: HTMLElement, attribute: string) => Math.max(1, Number(cell.getAttribute(attribute)) || 1);
  return {
    content: "cell_text",
    isolating: true,
    tableRole,
    attrs: {
      alignment: { default: null },
      // A pasted table may have spanning cells. Markdown has none, so `toBlock` puts empty cells in covered places.
      colspan: { default: 1 },
      rowspan: { default: 1 },
      colwidth: { default: null },
    },
    parseDOM: [
      {
        tag: name,
        getAttrs: (cell) => ({
          alignment: getAlignment(cell),
          colspan: getSpan(cell, "colspan"),
          rowspan: getSpan(cell, "rowspan"),
        }),
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => {
      const align = attrs.alignment === null ? {} : { "data-align": attrs.alignment };
      const spans = { colspan: attrs.colspan, rowspan: attrs.rowspan };
      return [name, { ...align, ...(attrs.colspan > 1 || attrs.rowspan > 1 ? spans : {}) }, 0];
    },
  };
}

const text: AttributeSpec = { default: "", validate: "string" };

const figure: NodeSpec = {
  group: "block",
  atom: true,
  draggable: true,
  attrs: { src: { validate: "string" }, alt: text, caption: text },
  parseDOM: [
    {
      tag: "figure",
      getAttrs: (element) => {
        const image = element.querySelector("img");
        const src = image?.getAttribute("data-src") ?? image?.getAttribute("src");
        if (!image || !src) return false;
        const caption = element.querySelector("figcaption")?.textContent?.trim() ?? "";
        return { src, alt: image.getAttribute("alt") ?? "", caption };
      },
    },
    {
      tag: "img[src]",
      getAttrs: (image) => ({
        src: image.getAttribute("data-src") ?? image.getAttribute("src") ?? "",
        alt: image.getAttribute("alt") ?? "",
      }),
    },
  ],
  toDOM: ({ attrs }) => [
    "figure",
    ["img", { "data-src": attrs.src, src: attrs.src, alt: attrs.alt }],
    ["figcaption", attrs.caption],
  ],
};

const nodes: Record<string, NodeSpec> = {
  doc: { content: "block+" },
  paragraph: {
    group: "block",
    content: "inline*",
    parseDOM: [{ tag: "p" }],
    toDOM: () => ["p", 0],
  },
  heading: {
    group: "block",
    content: LINE,
    defining: true,
    attrs: { level: { default: 2, validate: "number" } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.max(2, level) } })),
    // Shows level 1 as level 2. On the site, too, only the headline has level 1.
    toDOM: ({ attrs }) => [`h${Math.max(2, attrs.level)}`, 0],
  },
  footnote: {
    group: "block",
    content: LINE,
    defining: true,
    attrs: { number: { validate: "string" } },
    parseDOM: [{ tag: "p[data-footnote]", priority: 60, getAttrs: (p) => ({ number: p.dataset.footnote }) }],
    toDOM: ({ attrs }) => ["p", { "data-footnote": attrs.number }, 0],
  },
  quote: {
    group: "block",
    content: "block+",
    defining: true,
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => ["blockquote", 0],
  },
  bullet_list: {
    group: "block",
    content: "list_item+",
    attrs: { isTight: { default: true }, marker: { default: "-" } },
    parseDOM: [{ tag: "ul" }],
    toDOM: ({ attrs }) => ["ul", attrs.isTight ? { "data-tight": "" } : {}, 0],
  },
  ordered_list: {
    group: "block",
    content: "list_item+",
    attrs: { isTight: { default: true }, marker: { default: "." }, start: { default: 1, validate: "number" } },
    parseDOM: [{ tag: "ol", getAttrs: (list) => ({ start: toStart(list.getAttribute("start")) }) }],
    toDOM: ({ attrs }) => ["ol", { start: attrs.start, ...(attrs.isTight ? { "data-tight": "" } : {}) }, 0],
  },
  list_item: { content: "block+", defining: true, parseDOM: [{ tag: "li" }], toDOM: () => ["li", 0] },
  code_block: {
    group: "block",
    content: "text*",
    marks: "",
    code: true,
    defining: true,
    attrs: { info: text },
    parseDOM: [{ tag: "pre", preserveWhitespace: "full" }],
    toDOM: () => ["pre", ["code", 0]],
  },
  pull_quote: {
    group: "block",
    content: "text*",
    marks: "",
    code: true,
    defining: true,
    attrs: { by: text, dash: { default: "—" } },
    parseDOM: [
      {
        tag: "aside[data-by]",
        preserveWhitespace: "full",
        getAttrs: (element) => ({ by: element.dataset.by ?? "" }),
      },
    ],
    toDOM: ({ attrs }) => ["aside", { "data-by": attrs.by }, 0],
  },
  rule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
  figure,
  player: {
    group: "block",
    atom: true,
    draggable: true,
    attrs: { href: { validate: "string" }, title: text },
    parseDOM: [
      {
        tag: "a[data-player]",
        priority: 60,
        getAttrs: (link) => ({ href: link.getAttribute("href") ?? "", title: link.dataset.player ?? "" }),
      },
    ],
    toDOM: ({ attrs }) => ["a", { href: attrs.href, "data-player": attrs.title }, attrs.title || attrs.href],
  },
  table: {
    group: "block",
    content: "table_row+",
    isolating: true,
    tableRole: "table",
    parseDOM: [{ tag: "table" }],
    toDOM: () => ["table", ["tbody", 0]],
  },
  table_row: {
    content: "(table_cell | table_header)*",
    tableRole: "row",
    parseDOM: [{ tag: "tr" }],
    toDOM: () => ["tr", 0],
  },
  table_header: createCell("th", "header_cell"),
  table_cell: createCell("td", "cell"),
  cell_text: { content: LINE, toDOM: () => ["p", 0] },
  source: {
    group: "block",
    content: "text*",
    marks: "",
    code: true,
    defining: true,
    parseDOM: [{ tag: "pre[data-source]", priority: 60, preserveWhitespace: "full" }],
    toDOM: () => ["pre", { "data-source": "" }, 0],
  },
  text: { group: "inline" },
  image: {
    group: "inline",
    inline: true,
    draggable: true,
    attrs: { src: { validate: "string" }, alt: text, title: text },
    parseDOM: [
      {
        tag: "img[data-inline]",
        priority: 60,
        getAttrs: (image) => ({
          src: image.dataset.src ?? "",
          alt: image.getAttribute("alt") ?? "",
          title: image.title,
        }),
      },
    ],
    toDOM: ({ attrs }) => ["img", { "data-inline": "", "data-src": attrs.src, src: attrs.src, ...withTexts(attrs) }],
  },
  footnote_reference: {
    group: "inline",
    inline: true,
    attrs: { number: { validate: "string" } },
    parseDOM: [{ tag: "sup[data-reference]", priority: 60, getAttrs: (sup) => ({ number: sup.dataset.reference }) }],
    toDOM: ({ attrs }) => ["sup", { "data-reference": attrs.number }, attrs.number],
  },
  break: {
    group: "inline",
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: "br" }],
    toDOM: () => ["br"],
  },
};

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: { validate: "string" }, title: text, isAutomatic: { default: false } },
    inclusive: false,
    parseDOM: [
      {
        tag: "a[href]",
        getAttrs: (link) => ({ href: link.getAttribute("href"), title: link.getAttribute("title") ?? "" }),
      },
    ],
    toDOM: ({ attrs }) => ["a", { href: attrs.href, title: attrs.title || null }, 0],
  },
  strong: {
    parseDOM: [{ tag: "strong" }, { tag: "b" }],
    toDOM: () => ["strong", 0],
  },
  em: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => ["em", 0] },
  strike: { parseDOM: [{ tag: "s" }, { tag: "del" }, { tag: "strike" }], toDOM: () => ["s", 0] },
  code: { code: true, parseDOM: [{ tag: "code" }], toDOM: () => ["code", { spellcheck: "false" }, 0] },
  // Marks a character that stays as it was typed, such as a straight quotation mark.
  literal: {
    inclusive: false,
    parseDOM: [{ tag: "span[data-literal]" }],
    toDOM: () => ["span", { "data-literal": "" }, 0],
  },
};

function toStart(value: string | null): number {
  const start = Number(value ?? 1);
  return Number.isSafeInteger(start) && start >= 0 && start < 1e9 ? start : 1;
}

function withTexts({ alt, title }: { alt?: string; title?: string }) {
  return { alt: alt ?? "", ...(title ? { title } : {}) };
}

/** ProseMirror schema of a story's text, with the blocks of core/markdown. */
export const schema = new Schema({ nodes, marks });

/** Returns a node type by its name. @throws if the schema has no such type */
export function getNodeType(name: string) {
  const type = schema.nodes[name];
  if (!type) throw new Error(`the schema has no node ${name}`);
  return type;
}

/** Returns a mark type by its name. @throws if the schema has no such type */
export function getMarkType(name: string) {
  const type = schema.marks[name];
  if (!type) throw new Error(`the schema has no mark ${name}`);
  return type;
}
