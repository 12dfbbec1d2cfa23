import { matchItems } from "../../core/commonItems.ts";
import type { Block } from "../../core/markdown/blocks.ts";
import { isSameBlock } from "../../core/markdown/compareBlocks.ts";
import { splitSource } from "../../core/markdown/splitSource.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { compareWords, type Piece } from "./compareWords.ts";
import { listRuns, type Run, toRun } from "./listRuns.ts";

/** A field or a block of one of the compared contents. Consists of words, or of an image with alt text and caption. */
export interface Side {
  /** Words of the text, or of the image's caption. */
  words: Piece[];
  image: ComparedImage | null;
}

interface ComparedImage {
  src: string;
  alt: Piece[];
  /** True if the other version has no image, or a different one, at this place. */
  isChanged: boolean;
}

/** A field or a block before and after a change. `before` is undefined for an added one, `after` for a removed one. */
export interface Row {
  before: Side | undefined;
  after: Side | undefined;
  isChanged: boolean;
}

export interface Comparison {
  /** Fields that differ. The story's text is in `blocks` instead. */
  fields: { name: FieldName; row: Row }[];
  blocks: Row[];
  isSame: boolean;
}

type FieldName = Exclude<keyof CopyContent, "body">;

/** Compares the fields and the blocks of two contents. Marks the words that changed. */
export function compareContents(before: CopyContent, after: CopyContent): Comparison {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => name !== "body");
  const fields = (names as FieldName[]).flatMap((name) => {
    const row = compareParts(toPart(before[name]), toPart(after[name]));
    return row.isChanged ? [{ name, row }] : [];
  });
  const blocks = compareBodies(before.body, after.body);
  return { fields, blocks, isSame: fields.length === 0 && blocks.every(({ isChanged }) => !isChanged) };
}

/** A field or a block before it is compared. */
interface Part {
  /** Text that represents the whole part. Two parts are equal if their texts are equal. */
  source: string;
  /** Words that readers see, without those of `image`. */
  runs: Run[];
  image?: { src: string; alt: string; caption: string };
  /** Undefined for a field. */
  block?: Block;
}

function compareBodies(before: string, after: string): Row[] {
  const [old, current] = [toParts(before), toParts(after)];
  const matches = matchItems(
    old.map(({ source }) => source),
    current.map(({ source }) => source),
  );
  const rows: Row[] = [];
  let [oldIndex, index] = [0, 0];
  for (const [oldMatch, match] of [...matches, [old.length, current.length] as const]) {
    // Up to the next unchanged block, pairs the old blocks with the new blocks in order.
    while (oldIndex < oldMatch || index < match)
      rows.push(
        compareParts(oldIndex < oldMatch ? old[oldIndex++] : undefined, index < match ? current[index++] : undefined),
      );
    const same = old[oldIndex++];
    index++;
    if (same !== undefined) rows.push(compareParts(same, same));
  }
  return rows;
}

function toParts(body: string): Part[] {
  return splitSource(body).blocks.map(({ source, block }) =>
    block.type === "figure" ? { source, runs: [], image: block, block } : { source, runs: listRuns(block), block },
  );
}

function compareParts(before: Part | undefined, after: Part | undefined): Row {
  const isChanged = !isSamePart(before, after);
  const hasTwins = before !== undefined && after !== undefined && !before.image === !after.image;
  if (!hasTwins) return { before: before && toSide(before, true), after: after && toSide(after, true), isChanged };
  if (!isChanged) return { before: toSide(before, false), after: toSide(after, false), isChanged };
  if (!before.image || !after.image) {
    const [old, current] = compareWords(before.runs, after.runs);
    return { before: { words: old, image: null }, after: { words: current, image: null }, isChanged };
  }
  const [oldWords, words] = compareWords([toRun(before.image.caption)], [toRun(after.image.caption)]);
  const [oldAlt, alt] = compareWords([toRun(before.image.alt)], [toRun(after.image.alt)]);
  const isReplaced = before.image.src !== after.image.src;
  return {
    before: { words: oldWords, image: { src: before.image.src, alt: oldAlt, isChanged: isReplaced } },
    after: { words, image: { src: after.image.src, alt, isChanged: isReplaced } },
    isChanged,
  };
}

/** Returns true if readers see no difference between two parts. */
function isSamePart(before: Part | undefined, after: Part | undefined): boolean {
  if (before?.source === after?.source) return true;
  return before?.block !== undefined && after?.block !== undefined && isSameBlock(before.block, after.block);
}

/** Converts a part to a `Side`. If `isChanged`, marks all of its words as changed; otherwise none. */
function toSide({ runs, image }: Part, isChanged: boolean): Side {
  const toPieces = (shown: readonly Run[]): Piece[] =>
    shown
      .filter(({ text, label }) => text !== "" || label !== null)
      .map((run) => ({ ...run, isChanged, hasAddress: false }));
  if (!image) return { words: toPieces(runs), image: null };
  const { src, alt, caption } = image;
  return { words: toPieces([toRun(caption)]), image: { src, alt: toPieces([toRun(alt)]), isChanged } };
}

/** Converts a field's value to a line of text or an image; returns undefined for an empty field. */
function toPart(value: CopyContent[FieldName]): Part | undefined {
  if (!value) return undefined;
  if (typeof value === "string") return { source: value, runs: [toRun(value)] };
  const source = (Array.isArray(value) ? value : Object.values(value)).filter((part) => part).join(", ");
  if (source === "") return undefined;
  if (!("file" in value)) return { source, runs: [toRun(source)] };
  const caption = [value.caption, value.credit].filter((part) => part).join(" ");
  return { source: JSON.stringify(value), runs: [], image: { src: value.file, alt: value.alt, caption } };
}
