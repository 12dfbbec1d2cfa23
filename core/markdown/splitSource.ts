import type { Block } from "./blocks.ts";
import { LINE_END, readBlocks, type SharedNames } from "./readBlocks.ts";

interface SourceBlock {
  block: Block;
  source: string;
  /** Line breaks and spaces before the block. */
  gap: string;
}

/** A text split into blocks. Joining the `gap` and `source` of each block, and then `end`, gives exactly the text. */
export interface MarkdownDocument {
  blocks: readonly SourceBlock[];
  /** Line breaks and spaces after the last block. */
  end: string;
  names: SharedNames;
}

/** Matches the gap between two paragraphs: at least one empty line. */
const GAP = /(?:(?:\r\n|\n|\r(?!\n))[ \t]*){2,}/g;

/**
 * Splits a text at its empty lines. Takes a hundredth of the time of `splitSource`, but divides blocks that contain
 * empty lines, such as some lists.
 */
export function splitParagraphs(
  body: string,
): Pick<MarkdownDocument, "end"> & { blocks: Omit<SourceBlock, "block">[] } {
  const blocks: Omit<SourceBlock, "block">[] = [];
  let gap = "";
  let start = 0;
  for (const match of body.matchAll(GAP)) {
    if (match.index > start) blocks.push({ source: body.slice(start, match.index), gap });
    gap = match.index > start ? match[0] : gap + match[0];
    start = match.index + match[0].length;
  }
  const source = body.slice(start).trimEnd();
  if (source === "") return { blocks, end: gap + body.slice(start) };
  blocks.push({ source, gap });
  return { blocks, end: body.slice(start + source.length) };
}

export function splitSource(body: string): MarkdownDocument {
  const names: SharedNames = {};
  const lines = findLines(body);
  const blocks: SourceBlock[] = [];
  let end = 0;
  for (const { block, from, to } of readBlocks(body, names)) {
    const last = lines.slice(from, to).findLast((line) => !line.isBlank);
    const start = Math.max(end, lines[from]?.start ?? end);
    const source = body.slice(start, last?.end);
    const kept: Block = block.type === "source" ? { type: "source", source } : block;
    blocks.push({ block: kept, source, gap: body.slice(end, start) });
    end = start + source.length;
  }
  return { blocks, end: body.slice(end), names };
}

function findLines(body: string) {
  let start = 0;
  return body.split(LINE_END).map((line) => {
    const end = start + line.length;
    const found = { start, end, isBlank: /^[ \t]*$/.test(line) };
    start = end + (body.startsWith("\r\n", end) ? 2 : 1);
    return found;
  });
}
