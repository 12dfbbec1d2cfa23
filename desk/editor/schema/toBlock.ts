import type { Node } from "prosemirror-model";
import type { Alignment, Block, Inline, Mark } from "../../../core/markdown/blocks.ts";

/** Converts a node to a block. The node is at the top level, in a quotation or in a list item. */
export function toBlock(node: Node): Block {
  const { attrs } = node;
  switch (node.type.name) {
    case "paragraph":
      return { type: "paragraph", content: toInline(node) };
    case "heading":
      return { type: "heading", level: attrs.level, content: toInline(node) };
    case "footnote":
      return { type: "footnote", number: attrs.number, content: toInline(node) };
    case "quote":
      return { type: "quote", blocks: node.children.map(toBlock) };
    case "bullet_list":
    case "ordered_list":
      return toList(node);
    case "code_block":
      return { type: "code", info: attrs.info, text: node.textContent };
    case "pull_quote":
      return toPullQuote(node);
    case "source":
      return { type: "source", source: node.textContent };
    case "rule":
      return { type: "rule" };
    case "figure":
      return { type: "figure", src: attrs.src, alt: attrs.alt, caption: attrs.caption };
    case "player":
      return { type: "player", href: attrs.href, title: attrs.title };
    case "table":
      return toTable(node);
    default:
      throw new Error(`the node ${node.type.name} is no block`);
  }
}

/** Converts a pull quote. A last line that begins with a dash names the speaker, as in a story's Markdown. */
function toPullQuote({ textContent, attrs }: Node): Block {
  const [line = "", dash = "", by = ""] = /(?:^|\n)(—|--)(.+)$/.exec(textContent) ?? [];
  if (attrs.by !== "" || by.trim() === "")
    return { type: "pull_quote", text: textContent, by: attrs.by, dash: attrs.by === "" ? "" : attrs.dash };
  return { type: "pull_quote", text: textContent.slice(0, -line.length), by: by.trim(), dash };
}

function toList(node: Node): Block {
  const items = node.children.map((item) => item.children.map(toBlock));
  const { isTight, marker, start = null } = node.attrs;
  return { type: "list", start, isTight: isTight && items.every(canBeTight), marker, items };
}

/** Returns false for an item with blocks that Markdown can separate only with empty lines. */
function canBeTight(blocks: readonly Block[]): boolean {
  return blocks.every(({ type }, index) => {
    return type !== "figure" && type !== "player" && (index === 0 || (type !== "paragraph" && type !== "footnote"));
  });
}

/** Converts a table. The first row is its head. Places covered by a spanning cell become empty cells. */
function toTable(table: Node): Block {
  const rows: Inline[][][] = table.children.map(() => []);
  const alignments: Alignment[] = [];
  for (const [index, row] of table.children.entries()) {
    let column = 0;
    for (const cell of row.children) {
      while (rows[index]?.[column]) column++;
      for (let down = 0; down < cell.attrs.rowspan; down++)
        for (let right = 0; right < cell.attrs.colspan; right++) {
          const isFirst = down === 0 && right === 0;
          const cells = rows[index + down];
          if (cells) cells[column + right] = isFirst && cell.firstChild ? toInline(cell.firstChild) : [];
        }
      if (index === 0) alignments[column] = cell.attrs.alignment;
    }
  }
  const width = Math.max(...rows.map((cells) => cells.length));
  const fill = <Item>(items: readonly (Item | undefined)[], empty: Item) =>
    Array.from({ length: width }, (_, column) => items[column] ?? empty);
  return { type: "table", alignments: fill<Alignment>(alignments, null), rows: rows.map((cells) => fill(cells, [])) };
}

function toInline(parent: Node): Inline[] {
  return parent.children.map((node): Inline => {
    const { attrs } = node;
    const marks = node.marks.map((mark) => ({ type: mark.type.name, ...mark.attrs }) as Mark);
    switch (node.type.name) {
      case "text":
        return { type: "text", text: node.text ?? "", marks };
      case "image":
        return { type: "image", src: attrs.src, alt: attrs.alt, title: attrs.title, marks };
      case "footnote_reference":
        return { type: "footnote_reference", number: attrs.number, marks };
      default:
        return { type: "break", marks };
    }
  });
}
