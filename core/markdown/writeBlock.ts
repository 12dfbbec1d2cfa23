import { getPlayerUrl } from "../playerUrls.ts";
import type { Alignment, Block, Inline, List } from "./blocks.ts";
import { escapeText, formatTarget } from "./escapeText.ts";
import { type Signs, writeImage, writeInline } from "./writeInline.ts";

const RULES: Record<NonNullable<Alignment>, string> = { left: ":---", center: ":---:", right: "---:" };

/** Writes a block as Markdown. The result may parse as a different block, so callers compare both blocks. */
export function writeBlock(block: Block, signs: Signs): string {
  switch (block.type) {
    case "paragraph":
      return writeInline(block.content, signs);
    case "heading":
      return writeHeading(block.level, writeInline(block.content, signs, "line"));
    case "footnote":
      return `[^${block.number}]: ${writeInline(block.content, signs, "line")}`;
    case "quote":
      return indent(writeBlocks(block.blocks, signs), "> ", "> ");
    case "list":
      return writeList(block, signs);
    case "code":
      return writeFence(block.text, block.info);
    case "pull_quote":
      return writePullQuote(block.text, block.by, block.dash);
    case "rule":
      return "***";
    case "figure":
      return writeImage(block.src, block.alt, block.caption);
    case "player":
      return block.title === "" && getPlayerUrl(block.href)
        ? block.href
        : `[${escapeText(block.title)}](${formatTarget(block.href, "")})`;
    case "table":
      return writeTable(block, signs);
    case "source":
      return block.source;
  }
}

/** Writes the blocks of a quotation or an item. Adjacent lists get different markers; equal markers would join them. */
function writeBlocks(blocks: readonly Block[], signs: Signs, separator = "\n\n"): string {
  let previous: Block | undefined;
  const texts = blocks.map((block) => {
    previous = withOtherMarker(block, previous);
    return writeBlock(previous, signs);
  });
  return texts.filter((text) => text !== "").join(separator);
}

/** Returns `block`. If `block` and `previous` are lists with equal markers, gives the returned list another marker. */
export function withOtherMarker(block: Block, previous: Block | undefined): Block {
  if (block.type !== "list" || previous?.type !== "list" || block.marker !== previous.marker) return block;
  if (block.start !== null) return { ...block, marker: block.marker === "." ? ")" : "." };
  return { ...block, marker: block.marker === "-" ? "*" : "-" };
}

function writeHeading(level: number, text: string): string {
  // A "#" at the end would be read as the closing sequence of the heading, and be lost.
  const escaped = text.replace(/(?<!#)#+$/, "\\$&");
  return `${"#".repeat(level)} ${escaped}`.trimEnd();
}

function writeFence(text: string, info: string): string {
  const sign = info.includes("`") ? "~" : "`";
  const runs = text.split("\n").map((line) => /^\s*(?:`+|~+)/.exec(line)?.[0].trim() ?? "");
  const bar = sign.repeat(Math.max(3, ...runs.map((run) => (run.startsWith(sign) ? run.length + 1 : 0))));
  return `${bar}${info}\n${text === "" ? "" : `${text}\n`}${bar}`;
}

function writePullQuote(text: string, by: string, dash: string): string {
  const lines = [text, by && `${dash || "—"} ${by}`];
  return writeFence(lines.filter((line) => line !== "").join("\n"), "quote");
}

function writeList({ items, start, isTight, marker }: List, signs: Signs): string {
  const texts = items.map((blocks, index) => {
    const sign = start === null ? marker : `${start + index}${marker}`;
    const text = writeBlocks(blocks, signs, isTight ? "\n" : "\n\n");
    return text === "" ? sign : indent(text, `${sign} `, " ".repeat(sign.length + 1));
  });
  return texts.join(isTight ? "\n" : "\n\n");
}

function writeTable({ alignments, rows }: Extract<Block, { type: "table" }>, signs: Signs): string {
  const write = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [head = [], ...others] = rows.map((cells: readonly (readonly Inline[])[]) =>
    cells.map((cell) => writeInline(cell, signs, "cell")),
  );
  const rules = alignments.map((alignment) => (alignment ? RULES[alignment] : "---"));
  return [head, rules, ...others].map(write).join("\n");
}

function indent(text: string, first: string, others: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => (index > 0 && line === "" ? others.trimEnd() : (index > 0 ? others : first) + line))
    .join("\n");
}
