import type { Alignment, Block, Inline, List } from "./blocks.ts";
import { createParser, type MarkdownToken } from "./dialect.ts";
import type { Notes } from "./footnotes.ts";
import { readImage, readInline } from "./readInline.ts";
import { getStoryBlock, type StoryBlock, toStoryTokens } from "./storyTokens.ts";

/** Names that the blocks of a text share: link definitions and footnote numbers. */
export interface SharedNames extends Notes {
  [name: string | symbol]: unknown;
  references?: Record<string, { title: string; href: string }>;
}

/** A top-level block and its lines in the source: from `from` up to, but not including, `to`. */
export interface BlockLines {
  block: Block;
  from: number;
  to: number;
}

/** Matches a line break, as Markdown's parser does. */
export const LINE_END = /\r\n?|\n/;

// Parses without the typographer, which would replace characters that the writer typed.
const parser = createParser({ hasTypographer: false });
// Keeps escaped characters apart from the text around them.
parser.core.ruler.disable("text_join");
// Keeps link definitions, which the parser would otherwise drop.
parser.core.ruler.disable("strip_references");

/**
 * Parses a story's Markdown.
 *
 * @param names link definitions and footnote numbers of other parts of the text; the parser adds those in `source`
 */
export function readBlocks(source: string, names: SharedNames): BlockLines[] {
  const lines = source.split(LINE_END);
  const found: BlockLines[] = [];
  let group: MarkdownToken[] = [];
  let depth = 0;
  for (const token of toStoryTokens(parser.parse(source, names))) {
    group.push(token);
    depth += token.nesting;
    if (depth > 0) continue;
    const [from, to] = group[0]?.map ?? [0, 0];
    found.push({ block: readBlock(group) ?? { type: "source", source: lines.slice(from, to).join("\n") }, from, to });
    group = [];
  }
  return found;
}

/** Converts the tokens of a block. Returns null if the block must be edited as Markdown. */
function readBlock(tokens: readonly MarkdownToken[]): Block | null {
  // A link definition in a quotation or a list would be lost, since `Block` has no place for it there.
  const isExpressible = tokens.every((token) => {
    return token.type !== "reference_definition" && getStoryBlock(token)?.kind !== "wide_table";
  });
  return isExpressible ? (toBlocks(tokens)[0] ?? null) : null;
}

function toBlocks(tokens: readonly MarkdownToken[]): Block[] {
  let index = 0;
  return readUntil("");

  /** Reads blocks up to the token of the type `close`. */
  function readUntil(close: string): Block[] {
    const blocks: Block[] = [];
    for (let token = tokens[index++]; token && token.type !== close; token = tokens[index++])
      blocks.push(readFrom(token));
    return blocks;
  }

  function readContent(): Inline[] {
    const children = tokens[index]?.children ?? [];
    index += 2;
    return readInline(children);
  }

  function readFrom(token: MarkdownToken): Block {
    const story = getStoryBlock(token);
    if (story && story.kind !== "wide_table") return toStoryBlock(story);
    switch (token.type) {
      case "paragraph_open":
        return toParagraph(readContent());
      case "heading_open":
        return { type: "heading", level: Number(token.tag.slice(1)), content: readContent() };
      case "footnote_open":
        return { type: "footnote", number: token.info, content: readContent() };
      case "blockquote_open":
        return { type: "quote", blocks: readUntil("blockquote_close") };
      case "bullet_list_open":
        return readList(token, null, "bullet_list_close");
      case "ordered_list_open":
        return readList(token, Number(token.attrGet("start") ?? 1), "ordered_list_close");
      case "code_block":
      case "fence":
        return { type: "code", info: token.info, text: token.content.replace(/\n$/, "") };
      case "hr":
        return { type: "rule" };
      case "table_open":
        return readTable();
      default:
        throw new Error(`the token ${token.type} is not the start of a block`);
    }
  }

  function readList({ level, markup }: MarkdownToken, start: number | null, close: string): List {
    const first = index;
    const items: Block[][] = [];
    while (tokens[index++]?.type !== close) items.push(readUntil("list_item_close"));
    const isTight = tokens.slice(first, index).every((token) => token.level !== level + 2 || isOfTightItem(token));
    return { type: "list", start, isTight, marker: markup, items };
  }

  function readTable(): Block {
    const rows: Inline[][][] = [];
    const alignments: Alignment[] = [];
    for (let token = tokens[index++]; token && token.type !== "table_close"; token = tokens[index++]) {
      if (token.type === "tr_open") rows.push([]);
      if (token.type === "th_open") alignments.push(getAlignment(token));
      if (token.type === "inline") rows.at(-1)?.push(readInline(token.children ?? []));
    }
    return { type: "table", alignments, rows };
  }
}

function getAlignment(token: MarkdownToken): Alignment {
  const [, side] = /^align-(left|center|right)$/.exec(String(token.attrGet("class") ?? "")) ?? [];
  return (side as Alignment | undefined) ?? null;
}

/** Returns true for a token that a tight list may contain; false for a figure, a player, or a paragraph in `<p>`. */
function isOfTightItem(token: MarkdownToken): boolean {
  const kind = getStoryBlock(token)?.kind;
  return token.type === "paragraph_open" ? token.hidden : kind !== "figure" && kind !== "player";
}

function toParagraph(content: Inline[]): Block {
  const [first, ...others] = content;
  if (first?.type !== "image" || others.length > 0 || first.marks.length > 0) return { type: "paragraph", content };
  return { type: "figure", src: first.src, alt: first.alt, caption: first.title };
}

function toStoryBlock(block: Exclude<StoryBlock, { kind: "wide_table" }>): Block {
  switch (block.kind) {
    case "figure": {
      const { title, ...image } = readImage(block.image);
      return { type: "figure", ...image, caption: title };
    }
    case "player":
      return { type: "player", href: block.href, title: block.title };
    case "pull_quote":
      return { type: "pull_quote", text: block.text, by: block.by, dash: block.dash };
  }
}
