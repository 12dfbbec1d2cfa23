import { Parser } from "htmlparser2";
import type { ServerTexts } from "../../../core/language/en/server.ts";
import { escapeHtml } from "../../html/text.ts";

/** A paragraph, heading, list item, quotation or preformatted text. */
export interface TextBlock {
  kind: "p" | "h2" | "h3" | "li" | "blockquote" | "pre";
  /** Inline HTML. */
  html: string;
}

/** Inline elements that a block may contain. */
const INLINE = ["a", "em", "strong", "b", "i", "code", "sub", "sup", "q", "cite", "s", "mark"];
/** Kinds of blocks by element. Text in other elements becomes a paragraph. */
const KINDS: Record<string, TextBlock["kind"]> = {
  h1: "h2",
  h2: "h2",
  h3: "h3",
  h4: "h3",
  h5: "h3",
  h6: "h3",
  li: "li",
  blockquote: "blockquote",
  pre: "pre",
};
/** Matches elements whose start and end tags end the current block. */
const BREAKS =
  /^(p|div|h[1-6]|li|blockquote|pre|figure|figcaption|address|table|caption|thead|tbody|tfoot|tr|ul|ol|dl|dt|dd|hr|audio|video|section)$/;
/** Maximum size of the tags around a block, in bytes. */
const TAG_BYTES = 48;
/** Maximum size of a block, in bytes. A longer block is split between words and may continue on the next page. */
const MAX_BLOCK_BYTES = 3000;
/** Maximum length of a URL, in bytes. Longer URLs, which no real page has, are dropped. */
const MAX_ADDRESS_BYTES = 1000;
/** Matches words, or parts of very long words, with the white space after them. */
const PIECES = /\S{1,200}\s{0,200}|\s{1,200}/gu;

/**
 * Converts cleaned HTML to blocks that contain only inline elements. Images become their alternative text, players and
 * recordings become links, and table rows become paragraphs.
 */
export function toTextBlocks(bodyHtml: string, texts: ServerTexts["textEdition"]): TextBlock[] {
  const blocks: TextBlock[] = [];
  const outer: TextBlock["kind"][] = [];
  /** Open inline elements. Start tags are written only before a text, so that empty elements take no space. */
  const inline: { name: string; open: string; isWritten: boolean }[] = [];
  let text = "";
  let bytes = 0;
  let hasText = false;

  function write(html: string) {
    text += html;
    bytes += Buffer.byteLength(html);
  }
  function end() {
    if (hasText) {
      const closed = inline.filter(({ isWritten }) => isWritten).map(({ name }) => `</${name}>`);
      blocks.push({ kind: outer.at(-1) ?? "p", html: (text + closed.reverse().join("")).trim() });
    }
    for (const element of inline) element.isWritten = false;
    text = "";
    bytes = 0;
    hasText = false;
  }
  function add(added: string) {
    for (const piece of added.match(PIECES) ?? []) {
      if (bytes > MAX_BLOCK_BYTES) end();
      if (/\S/.test(piece)) {
        for (const element of inline)
          if (!element.isWritten && element.open !== "") {
            write(element.open);
            element.isWritten = true;
          }
        hasText = true;
      }
      write(escapeHtml(piece));
    }
  }
  function addLink(address: string | undefined, label: string) {
    const href = toHref(address);
    if (!href) return;
    end();
    write(`<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`);
    hasText = true;
    end();
  }

  const parser = new Parser(
    {
      onopentag(name, { href, src, alt }) {
        if (BREAKS.test(name)) end();
        const kind = KINDS[name];
        if (kind) outer.push(kind);
        if (name === "br") add("\n");
        if (name === "td" || name === "th") add(" ");
        if (name === "img" && alt?.trim()) add(` ${texts.picture(alt.trim())} `);
        if (name === "audio" || name === "video" || name === "source") addLink(src, texts.recording);
        if (!INLINE.includes(name)) return;
        const address = name === "a" ? toHref(href) : null;
        const open = name !== "a" ? `<${name}>` : address ? `<a href="${escapeHtml(address)}">` : "";
        // Omits the tags of an element inside an element of the same name. Such tags change nothing, and a text could
        // nest thousands of them.
        const isNested = inline.some((element) => element.name === name);
        inline.push({ name, open: isNested ? "" : open, isWritten: false });
      },
      ontext: add,
      onclosetag(name) {
        if (BREAKS.test(name)) end();
        if (KINDS[name]) outer.pop();
        const innermost = inline.at(-1);
        if (!innermost || !INLINE.includes(name)) return;
        if (innermost.isWritten) write(`</${innermost.name}>`);
        inline.pop();
      },
    },
    { decodeEntities: true },
  );
  parser.end(bodyHtml);
  end();
  return blocks;
}

/**
 * Returns the address of a link. Changes an article's path to the article's path in the text edition. Keeps other
 * paths, web addresses and mail addresses. Returns null for all other addresses and for addresses that are too long.
 */
function toHref(address: string | undefined): string | null {
  if (!address || Buffer.byteLength(escapeHtml(address)) > MAX_ADDRESS_BYTES) return null;
  if (address.startsWith("/article/")) return `/text${address}`;
  return /^(https?:\/\/|mailto:|\/(?!\/))/.test(address) ? address : null;
}

/** Renders blocks as HTML. Adjacent list items become one list, and adjacent quotations one quotation. */
export function renderBlocks(blocks: readonly TextBlock[]): string {
  return blocks
    .map(({ kind, html }, index) => {
      const isFirst = blocks[index - 1]?.kind !== kind;
      const isLast = blocks[index + 1]?.kind !== kind;
      if (kind === "li") return `${isFirst ? "<ul>\n" : ""}<li>${html}</li>${isLast ? "\n</ul>" : ""}`;
      if (kind !== "blockquote") return `<${kind}>${html}</${kind}>`;
      return `${isFirst ? "<blockquote>\n" : ""}<p>${html}</p>${isLast ? "\n</blockquote>" : ""}`;
    })
    .join("\n");
}

/** Splits blocks into pages of at most `maxBytes` each. A larger block gets a page of its own. */
export function paginate(blocks: readonly TextBlock[], maxBytes: number): TextBlock[][] {
  const pages: TextBlock[][] = [[]];
  let left = maxBytes;
  for (const block of blocks) {
    const bytes = Buffer.byteLength(block.html) + TAG_BYTES;
    if (bytes > left && pages.at(-1)?.length) {
      pages.push([]);
      left = maxBytes;
    }
    pages.at(-1)?.push(block);
    left -= bytes;
  }
  return pages;
}
