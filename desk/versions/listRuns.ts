import type { Block, Inline, List } from "../../core/markdown/blocks.ts";
import type { en } from "../texts/en.ts";

/** Looks of a text. "note" is a footnote's number above the line. */
export type Style = "em" | "strong" | "strike" | "code" | "note" | "heading2" | "heading3" | "heading4";

/** Consecutive characters that look alike. */
export interface Run {
  text: string;
  styles: readonly Style[];
  /** Address of the link that the text belongs to; null for none. */
  href: string | null;
  /** Element, such as an image or a quote, whose name is shown for the run; null if the run shows only text. */
  label: keyof typeof en.editor.tools | null;
  /** Part of the run that is compared but not shown, such as the address of an image. */
  hidden: string;
}

const PLAIN: Run = { text: "", styles: [], href: null, label: null, hidden: "" };

export function toRun(text: string): Run {
  return { ...PLAIN, text };
}

/** Returns a block's words as readers see them, without Markdown characters. @param indent spaces before each line */
export function listRuns(block: Block, indent = ""): Run[] {
  switch (block.type) {
    case "paragraph":
      return block.content.map((piece) => toInlineRun(piece, indent));
    case "heading":
      return block.content.map((piece) => addStyle(toInlineRun(piece, indent), toHeadingStyle(block.level)));
    case "footnote":
      return [
        ...toLabel("footnote"),
        { ...toRun(block.number), styles: ["note"] },
        toRun(" "),
        ...block.content.map((piece) => toInlineRun(piece, indent)),
      ];
    case "quote":
      return [...toLabel("quote"), ...listBlockRuns(block.blocks, indent)];
    case "list":
      return listItemRuns(block, indent);
    case "code":
      return [...toLabel("code_block", block.info), { ...toRun(block.text), styles: ["code"] }];
    case "pull_quote":
      return [...toLabel("pull_quote"), toRun(block.by ? `${block.text}\n${indent}— ${block.by}` : block.text)];
    case "rule":
      return [{ ...PLAIN, label: "rule" }];
    case "figure":
      return [toImageRun(block.src, block.alt), toRun(block.caption && ` ${block.caption}`)];
    case "player":
      return [...toLabel("player"), { ...toRun(block.title || block.href), href: block.href }];
    case "table":
      return [...toLabel("table", block.alignments.join()), ...block.rows.flatMap(toRowRuns)];
    case "source":
      return [{ ...toRun(block.source), styles: ["code"] }];
  }
}

function listBlockRuns(blocks: readonly Block[], indent: string): Run[] {
  return blocks.flatMap((block, index) => [...(index > 0 ? [toRun(`\n${indent}`)] : []), ...listRuns(block, indent)]);
}

function listItemRuns({ items, start, isTight }: List, indent: string): Run[] {
  const gap = `${isTight ? "\n" : "\n\n"}${indent}`;
  return items.flatMap((blocks, index) => [
    toRun(`${index > 0 ? gap : ""}${start === null ? "•" : `${start + index}.`} `),
    ...listBlockRuns(blocks, `${indent}    `),
  ]);
}

function toRowRuns(cells: readonly (readonly Inline[])[], row: number): Run[] {
  const runs = cells.flatMap((cell, index) => [
    toRun(index > 0 ? " | " : "\n"),
    ...cell.map((piece) => toInlineRun(piece, "")),
  ]);
  return row === 0 ? runs.map((run) => addStyle(run, "strong")) : runs;
}

function toInlineRun(piece: Inline, indent: string): Run {
  const styles = piece.marks
    .flatMap(({ type }) => (type === "link" || type === "literal" ? [] : [type]))
    // Sorts the marks, since their order has no meaning: equal marks must compare as equal.
    .sort();
  const link = piece.marks.find((mark) => mark.type === "link");
  const run: Run = { ...PLAIN, styles, href: link?.href ?? null, hidden: link?.title ?? "" };
  switch (piece.type) {
    case "text":
      return { ...run, text: piece.text };
    case "break":
      return toRun(`\n${indent}`);
    case "footnote_reference":
      return addStyle({ ...run, text: piece.number }, "note");
    case "image":
      return { ...toImageRun(piece.src, piece.alt), styles, href: run.href };
  }
}

function toImageRun(src: string, alt: string): Run {
  return { ...toRun(alt), label: "image", hidden: src };
}

function toLabel(label: Run["label"], hidden = ""): Run[] {
  return [{ ...PLAIN, label, hidden }, toRun(" ")];
}

function addStyle(run: Run, style: Style): Run {
  return run.styles.includes(style) ? run : { ...run, styles: [...run.styles, style] };
}

function toHeadingStyle(level: number): Style {
  if (level <= 2) return "heading2";
  return level === 3 ? "heading3" : "heading4";
}
