import { Parser } from "htmlparser2";
import { escapeHtml } from "../../html/text.ts";

/** A part of a text that stands for itself: a paragraph, a heading, an item of a list. */
export interface TextBlock {
  kind: "p" | "h2" | "h3" | "li" | "blockquote" | "pre";
  /** Inline HTML. */
  html: string;
}

const INLINE = ["a", "em", "strong", "b", "i", "code", "sub", "sup", "q", "cite", "s", "mark"];
const KINDS: Record<string, TextBlock["kind"]> = {
  ...{ h1: "h2", h2: "h2", h3: "h3", h4: "h3", h5: "h3", h6: "h3" },
  ...{ li: "li", blockquote: "blockquote", pre: "pre" },
};
const BREAKS =
  /^(p|div|h[1-6]|li|blockquote|pre|figure|figcaption|table|caption|thead|tbody|tfoot|tr|ul|ol|dl|dt|dd|hr|audio|video|section)$/;
/** A block that grows beyond this is ended between two words, so that a text of one paragraph can be parted, too. */
const BLOCK_BYTES = 3000;
/** An address that is longer than this leads to no page that a reader means. */
const ADDRESS_LENGTH = 1000;

/**
 * A story's text as plain blocks: no picture, no player, no table, nothing in anything but what is emphasized in a
 * paragraph. Pictures are left by what they show, players and recordings by a link.
 *
 * @param bodyHtml HTML of our own making, or cleaned where it entered
 */
export function plainBlocks(bodyHtml: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  const outer: TextBlock["kind"][] = [];
  const inline: { name: string; open: string }[] = [];
  let text = "";
  let hasWords = false;

  const kind = () => outer.at(-1) ?? "p";
  const opened = () => inline.map(({ open }) => open).join("");
  function end() {
    if (hasWords) {
      const closed = inline.map(({ name }) => `</${name}>`).reverse();
      blocks.push({ kind: kind(), html: (text + closed.join("")).trim() });
    }
    text = opened();
    hasWords = false;
  }
  function add(words: string) {
    for (const piece of words.split(/(?<=\s)/)) {
      text += escapeHtml(piece);
      hasWords ||= /\S/.test(piece);
      if (Buffer.byteLength(text) > BLOCK_BYTES) end();
    }
  }
  function addLink(address: string | undefined, words: string) {
    const href = hrefOf(address);
    if (!href) return;
    end();
    text += `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`;
    hasWords = true;
    end();
  }

  const parser = new Parser(
    {
      onopentag(name, { href, src, alt }) {
        if (BREAKS.test(name)) end();
        const own = KINDS[name];
        if (own) outer.push(own);
        if (name === "br") add("\n");
        if (name === "td" || name === "th") add(" ");
        if (name === "img" && alt?.trim()) add(` [Picture: ${alt.trim()}] `);
        if (name === "audio" || name === "video" || name === "source") addLink(src, "Play the recording");
        if (!INLINE.includes(name)) return;
        const address = name === "a" ? hrefOf(href) : null;
        const open = address ? `<a href="${escapeHtml(address)}">` : name === "a" ? "<span>" : `<${name}>`;
        inline.push({ name: address || name !== "a" ? name : "span", open });
        text += open;
      },
      ontext: add,
      onclosetag(name) {
        if (BREAKS.test(name)) end();
        if (KINDS[name]) outer.pop();
        const own = inline.at(-1);
        if (!own || !INLINE.includes(name)) return;
        text += `</${own.name}>`;
        inline.pop();
      },
    },
    { decodeEntities: true },
  );
  parser.end(bodyHtml);
  end();
  return blocks;
}

/** Links within the site lead to its text edition where that has the page. */
function hrefOf(address: string | undefined): string | null {
  if (!address || address.length > ADDRESS_LENGTH) return null;
  if (address.startsWith("/article/")) return `/text${address}`;
  return /^(https?:\/\/|mailto:|\/(?!\/))/.test(address) ? address : null;
}

/** Blocks as HTML, with the lists and quotations of neighbors that belong together. */
export function htmlOfBlocks(blocks: readonly TextBlock[]): string {
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

/** Bytes around a block, at most. */
const WRAP_BYTES = 48;

/** Parts blocks into pages of at most so many bytes each. */
export function paginate(blocks: readonly TextBlock[], room: number): TextBlock[][] {
  const pages: TextBlock[][] = [[]];
  let left = room;
  for (const block of blocks) {
    const bytes = Buffer.byteLength(block.html) + WRAP_BYTES;
    if (bytes > left && pages.at(-1)?.length) {
      pages.push([]);
      left = room;
    }
    pages.at(-1)?.push(block);
    left -= bytes;
  }
  return pages;
}
