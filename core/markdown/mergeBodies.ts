import { matchItems } from "../commonItems.ts";
import { LINE_END } from "./readBlocks.ts";
import { splitParagraphs, splitSource } from "./splitSource.ts";

/**
 * Maximum length of a text that is parsed for a merge, in characters and in lines. A text of about 40,000 words reaches
 * the limits; a longer text would take seconds.
 */
const MAX_PARSED = { length: 250_000, lines: 5000 };

/** A place that both versions changed. The merged body has both texts, ours first; a deleted block's text is "". */
export interface Conflict {
  ours: string;
  theirs: string;
}

function isParsed(text: string): boolean {
  return text.length <= MAX_PARSED.length && text.split("\n", MAX_PARSED.lines + 1).length <= MAX_PARSED.lines;
}

/** Indexes of a merged block in our version (`ours`) and in theirs (`theirs`); undefined if a version lacks it. */
interface Merged {
  ours?: number | undefined;
  theirs?: number | undefined;
  /** Index of the block that this block replaces in the base; undefined for an added block. */
  base?: number | undefined;
}

/** Changes that a version made to the base, as indexes of the version's blocks. */
interface Changes {
  /** For each block of the base, the blocks that replace it. An unchanged block replaces itself. */
  replaced: number[][];
  /** For each block of the base, the blocks that were added before it. The last entry is for the end of the text. */
  added: number[][];
}

/**
 * Merges two versions of a text, block by block. Keeps changes to different blocks. Where both versions changed or
 * added a block, the merged text has both blocks.
 *
 * @param base the version from which both versions were made
 */
export function mergeBodies(base: string, ours: string, theirs: string): { body: string; conflicts: Conflict[] } {
  const split = [base, ours, theirs].every(isParsed) ? splitSource : splitParagraphs;
  const [old, our, their] = [split(base), split(ours), split(theirs)];
  const toSources = ({ blocks }: typeof old) => blocks.map(({ source }) => source);
  const [oldSources, ourSources, theirSources] = [toSources(old), toSources(our), toSources(their)];
  const ourChanges = findChanges(oldSources, ourSources);
  const theirChanges = findChanges(oldSources, theirSources);
  const conflicts: Conflict[] = [];
  let body = "";
  let last: Merged = { ours: -1, theirs: -1, base: -1 };
  for (let index = 0; index <= oldSources.length; index++) {
    merge(ourChanges.added[index] ?? [], theirChanges.added[index] ?? []);
    const source = oldSources[index];
    if (source !== undefined) merge(ourChanges.replaced[index] ?? [], theirChanges.replaced[index] ?? [], index);
  }
  const isAtEnd = last.ours === ourSources.length - 1;
  return { body: body + (isAtEnd ? our.end : their.end), conflicts };

  /**
   * Merges the blocks that replace the old block at index `base`. If `base` is undefined, merges the blocks that were
   * added at one place.
   */
  function merge(ourBlocks: readonly number[], theirBlocks: readonly number[], base?: number): void {
    const before = oldSources.slice(base ?? 0, base === undefined ? 0 : base + 1);
    const [ourTexts, theirTexts] = [ourBlocks.map(getOurs), theirBlocks.map(getTheirs)];
    const isSame = isEqual(ourTexts, theirTexts);
    if (isSame)
      for (const [place, index] of ourBlocks.entries()) add({ ours: index, theirs: theirBlocks[place], base });
    else if (isEqual(theirTexts, before)) for (const index of ourBlocks) add({ ours: index, base });
    else if (isEqual(ourTexts, before)) for (const index of theirBlocks) add({ theirs: index, base });
    else {
      for (const index of ourBlocks) add({ ours: index, base });
      for (const index of theirBlocks) add({ theirs: index, base });
      conflicts.push({ ours: ourTexts.join("\n\n"), theirs: theirTexts.join("\n\n") });
    }
  }

  function getOurs(index: number): string {
    return ourSources[index] ?? "";
  }

  function getTheirs(index = -1): string {
    return theirSources[index] ?? "";
  }

  /** Adds a gap and a block. Prefers the gap of a version in which this block directly follows the block added last. */
  function add(block: Merged): void {
    const gap =
      findGap(our, block.ours, last.ours) ?? findGap(their, block.theirs, last.theirs) ?? findBaseGap(block.base);
    body +=
      (gap ?? (body === "" ? "" : "\n\n")) + (block.ours === undefined ? getTheirs(block.theirs) : getOurs(block.ours));
    last = block;
  }

  /**
   * Returns the result of `findGap` for a block of the base; undefined if the gap has no empty line. Without an empty
   * line, the blocks before and after the gap might become one block.
   */
  function findBaseGap(index: number | undefined): string | undefined {
    const gap = findGap(old, index, last.base);
    return gap !== undefined && gap.split(LINE_END).length > 2 ? gap : undefined;
  }
}

/** Returns the gap before a block of a version; undefined if the block does not follow the previously merged block. */
function findGap(
  { blocks }: { blocks: readonly { gap: string }[] },
  index: number | undefined,
  last: number | undefined,
): string | undefined {
  return index !== undefined && last !== undefined && index === last + 1 ? blocks[index]?.gap : undefined;
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

function findChanges(old: readonly string[], current: readonly string[]): Changes {
  const matches = matchItems(old, current);
  const added = Array.from({ length: old.length + 1 }, (): number[] => []);
  const replaced = Array.from({ length: old.length }, (): number[] => []);
  let from = 0;
  let next = 0;
  for (let index = 0; index <= old.length; index++) {
    const match = index === old.length ? current.length : matches.get(index);
    if (match === undefined) continue;
    // Matching blocks divide both texts into runs of blocks without a match. In a run, the current blocks replace the
    // old blocks in order. If there are more current blocks than old blocks, the surplus also replaces the last old
    // block.
    const run = Array.from({ length: match - next }, (_, offset) => next + offset);
    if (from === index) added[index]?.push(...run);
    else for (const [offset, block] of run.entries()) replaced[Math.min(from + offset, index - 1)]?.push(block);
    from = index + 1;
    next = match + 1;
    replaced[index]?.push(match);
  }
  return { added, replaced };
}
