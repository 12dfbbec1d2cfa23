import type { Block } from "./blocks.ts";
import { isSameBlock } from "./compareBlocks.ts";
import { LINE_END, readBlocks, type SharedNames } from "./readBlocks.ts";
import { type MarkdownDocument, splitSource } from "./splitSource.ts";
import { withOtherMarker, writeBlock } from "./writeBlock.ts";
import type { Signs } from "./writeInline.ts";

interface WrittenDocument {
  body: string;
  /**
   * Indexes of the blocks that come back changed, or change their neighbors, when `body` is parsed again. If the list
   * is empty, the body may be saved. Otherwise, these blocks are edited as Markdown.
   */
  unequal: number[];
}

/** Delimiters, in the order in which they are tried. The first delimiters look best. */
const SIGNS: readonly Signs[] = [
  { em: "*", strong: "**", hasAutomaticLinks: true },
  { em: "_", strong: "**", hasAutomaticLinks: true },
  { em: "*", strong: "__", hasAutomaticLinks: true },
  { em: "_", strong: "__", hasAutomaticLinks: true },
  { em: "*", strong: "**", hasAutomaticLinks: false },
  { em: "_", strong: "**", hasAutomaticLinks: false },
];

/** Parses a text. A block that would change if it were written again becomes a block of Markdown source. */
export function parseDocument(body: string): MarkdownDocument {
  const { blocks, ...rest } = splitSource(body);
  const isSafe = (block: Block) => block.type === "source" || writeSafely(block, rest.names) !== null;
  return {
    ...rest,
    blocks: blocks.map((part) => {
      return isSafe(part.block) ? part : { ...part, block: { type: "source", source: part.source } };
    }),
  };
}

/**
 * Writes blocks as Markdown. An unchanged block keeps its source byte for byte; other blocks are written, parsed again
 * and compared.
 *
 * @param original the document before editing; a block that is in it, or equals one of its blocks, is unchanged
 */
export function writeDocument(blocks: readonly Block[], original: MarkdownDocument): WrittenDocument {
  const places = listPlaces(blocks, original);
  const names = addNotes(original.names, blocks);
  const used = new Set(places);
  const pieces: Piece[] = [];
  const unequal = new Set<number>();
  let body = "";
  let previous: Block | undefined;
  for (const [index, block] of blocks.entries()) {
    const marked = withOtherMarker(block, previous);
    const place = marked === block ? places[index] : undefined;
    const kept = place === undefined ? undefined : original.blocks[place]?.source;
    const written = kept ?? writeSafely(marked, names);
    if (written === null) unequal.add(index);
    const source = written ?? writeBlock(marked, SIGNS[0] as Signs);
    if (source === "") continue;
    const last = pieces.at(-1);
    const next = last ? last.place + 1 : 0;
    // Gives a changed block the next place in the original document, as if it replaced the block there. If an unchanged
    // block has that place, the changed block counts as added.
    const piece = { index, isKept: kept !== undefined, place: place ?? (used.has(next) ? Number.NaN : next) };
    body += getGap(original, last, piece);
    pieces.push({ ...piece, start: body.length, end: body.length + source.length });
    body += source;
    previous = marked;
  }
  if (pieces.at(-1)?.place === original.blocks.length - 1) body += original.end;
  for (const index of listDifferences(body, blocks, pieces)) unequal.add(index);
  return { body, unequal: [...unequal].sort((a, b) => a - b) };
}

/** Returns `names` with the numbers of new footnotes. The parser reads references to unknown numbers as text. */
function addNotes(names: SharedNames, blocks: readonly Block[]): SharedNames {
  const numbers = blocks.flatMap((block) => (block.type === "footnote" ? [block.number] : []));
  return { ...names, footnotes: new Set([...(names.footnotes ?? []), ...numbers]) };
}

/** A block that `writeDocument` has written into the body, from `start` to `end`. */
interface Piece {
  index: number;
  isKept: boolean;
  /** Index, in the original document, of this block or of the block that it replaces; NaN for an added block. */
  place: number;
  start: number;
  end: number;
}

/**
 * For each block, returns the index of the same object in the document. If the document does not contain the object,
 * returns the index of the first equal block that is still unmatched; undefined for none.
 */
function listPlaces(blocks: readonly Block[], { blocks: originals }: MarkdownDocument): (number | undefined)[] {
  const byObject = new Map(originals.map(({ block }, place) => [block, place]));
  const places = blocks.map((block) => byObject.get(block));
  const taken = new Set(places);
  const byContent = new Map<string, number[]>();
  for (const [place, { block }] of originals.entries()) {
    if (taken.has(place)) continue;
    const content = JSON.stringify(block);
    byContent.set(content, [...(byContent.get(content) ?? []), place]);
  }
  return blocks.map((block, index) => places[index] ?? byContent.get(JSON.stringify(block))?.shift());
}

/**
 * Returns the gap between the previous piece and `piece`. If their places in the original document are consecutive,
 * returns the original gap. If the places are not consecutive, or if the original gap would join changed blocks,
 * returns an empty line. For the first piece, returns the gap at the start of the original document.
 */
function getGap({ blocks }: MarkdownDocument, last: Piece | undefined, piece: Omit<Piece, "start" | "end">): string {
  if (!last) return blocks[0]?.gap ?? "";
  const gap = piece.place === last.place + 1 ? blocks[piece.place]?.gap : undefined;
  if (gap === undefined) return "\n\n";
  return (last.isKept && piece.isKept) || gap.split(LINE_END).length > 2 ? gap : "\n\n";
}

/**
 * Writes a block with each of `SIGNS` in turn, and parses the result. Returns the first result that is parsed into an
 * equal block; null if there is none.
 */
function writeSafely(block: Block, names: SharedNames): string | null {
  if (block.type === "source") return block.source;
  for (const signs of SIGNS) {
    const source = writeBlock(block, signs);
    if (source === "") return "";
    const read = readBlocks(source, { ...names, referred: new Set() });
    if (read.length === 1 && read[0] && isSameBlock(read[0].block, block)) return source;
  }
  return null;
}

/** Parses `body`, which was written from `blocks`. Returns the indexes of blocks that come back changed or joined. */
function listDifferences(body: string, blocks: readonly Block[], pieces: readonly Piece[]): number[] {
  const found: number[] = [];
  const read = splitSource(body).blocks[Symbol.iterator]();
  let next = read.next();
  let start = 0;
  for (const { index, end, start: pieceStart } of pieces) {
    const block = blocks[index] as Block;
    const inside: Block[] = [];
    let isClear = true;
    while (!next.done && start + next.value.gap.length < end) {
      start += next.value.gap.length;
      if (start < pieceStart || start + next.value.source.length > end) isClear = false;
      inside.push(next.value.block);
      start += next.value.source.length;
      next = read.next();
    }
    const [only] = inside;
    const isEqual = block.type === "source" || (inside.length === 1 && only !== undefined && isSameBlock(only, block));
    if (!isClear || !isEqual) found.push(index);
  }
  return found;
}
