import type { Node } from "prosemirror-model";
import type { Block, Inline, Mark } from "../../../core/markdown/blocks.ts";
import { getMarkType, getNodeType, schema } from "./storySchema.ts";

/** Converts a block to a node. @throws {RangeError} if the schema forbids the content, such as a link in a link */
export function toNode(block: Block): Node {
  switch (block.type) {
    case "paragraph":
      return create("paragraph", null, toInlineNodes(block.content));
    case "heading":
      return create("heading", { level: block.level }, toInlineNodes(block.content));
    case "footnote":
      return create("footnote", { number: block.number }, toInlineNodes(block.content));
    case "quote":
      return create("quote", null, toNodes(block.blocks));
    case "list": {
      const { isTight, marker, start, items } = block;
      const children = items.map((blocks) => create("list_item", null, toNodes(blocks)));
      if (start === null) return create("bullet_list", { isTight, marker }, children);
      return create("ordered_list", { isTight, marker, start }, children);
    }
    case "code":
      return create("code_block", { info: block.info }, toText(block.text));
    case "pull_quote":
      return create("pull_quote", { by: block.by, dash: block.dash || "—" }, toText(block.text));
    case "source":
      return create("source", null, toText(block.source.replace(/\r\n?/g, "\n")));
    case "table":
      return toTable(block);
    case "rule":
      return create("rule", null);
    case "figure":
      return create("figure", { src: block.src, alt: block.alt, caption: block.caption });
    case "player":
      return create("player", { href: block.href, title: block.title });
  }
}

function create(name: string, attrs: Record<string, unknown> | null, children: readonly Node[] = []): Node {
  return getNodeType(name).createChecked(attrs, children);
}

/** Converts the blocks inside a block. Without such blocks, returns an empty paragraph to write in. */
function toNodes(blocks: readonly Block[]): Node[] {
  return blocks.length === 0 ? [create("paragraph", null)] : blocks.map(toNode);
}

function toText(text: string): Node[] {
  return text === "" ? [] : [schema.text(text)];
}

function toTable({ alignments, rows }: Extract<Block, { type: "table" }>): Node {
  const toRow = (cells: readonly (readonly Inline[])[], index: number) => {
    const name = index === 0 ? "table_header" : "table_cell";
    const children = cells.map((cell, column) =>
      create(name, { alignment: alignments[column] ?? null }, [create("cell_text", null, toInlineNodes(cell))]),
    );
    return create("table_row", null, children);
  };
  return create("table", null, rows.map(toRow));
}

function toInlineNodes(content: readonly Inline[]): Node[] {
  return content.map(toInlineNode);
}

function toInlineNode(piece: Inline): Node {
  const marks = piece.marks.map(toMark);
  switch (piece.type) {
    case "text":
      return schema.text(piece.text, marks);
    case "break":
      return getNodeType("break").create(null, null, marks);
    case "image":
      return getNodeType("image").create({ src: piece.src, alt: piece.alt, title: piece.title }, null, marks);
    case "footnote_reference":
      return getNodeType("footnote_reference").create({ number: piece.number }, null, marks);
  }
}

function toMark(mark: Mark) {
  const { type, ...attrs } = mark;
  return getMarkType(type).create(attrs);
}
