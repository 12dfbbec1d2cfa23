import { diffWordsWithSpace } from "diff";
import { matchItems } from "../../core/commonItems.ts";
import { splitSource } from "../../core/markdown/splitSource.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";

/** Consecutive words that both sides have, or that only one side has. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

/** One side of a row: words, or an image with its words. */
export interface Side {
  /** Words of the text, or of the image's caption. */
  words: Piece[];
  image: ComparedImage | null;
}

interface ComparedImage {
  src: string;
  alt: Piece[];
  /** True if the other side has no image, or another one. */
  isChanged: boolean;
}

/** A field or a block on both sides; undefined where a side lacks it. */
export interface Row {
  before: Side | undefined;
  after: Side | undefined;
  isChanged: boolean;
}

export interface Comparison {
  /** Fields other than the text that differ. */
  fields: { name: FieldName; row: Row }[];
  blocks: Row[];
  isSame: boolean;
}

type FieldName = Exclude<keyof CopyContent, "body">;

/** Maximum number of changed words between two blocks that are compared word by word. */
const MAX_EDITS = 1500;

/** Compares two contents: the fields, and the blocks in order with the words that changed. */
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
  /** Text that stands for the whole part: it differs if anything in the part differs. */
  source: string;
  image?: { src: string; alt: string; caption: string };
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
    // Between two matching blocks, pairs the old blocks with the new ones in order.
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
    block.type === "figure" ? { source, image: block } : { source },
  );
}

function compareParts(before: Part | undefined, after: Part | undefined): Row {
  const isChanged = before?.source !== after?.source;
  const hasTwins = before !== undefined && after !== undefined && !before.image === !after.image;
  if (!hasTwins) return { before: before && toSide(before, true), after: after && toSide(after, true), isChanged };
  if (!isChanged) return { before: toSide(before, false), after: toSide(after, false), isChanged };
  if (!before.image || !after.image) {
    const [old, current] = compareWords(before.source, after.source);
    return { before: { words: old, image: null }, after: { words: current, image: null }, isChanged };
  }
  const [oldWords, words] = compareWords(before.image.caption, after.image.caption);
  const [oldAlt, alt] = compareWords(before.image.alt, after.image.alt);
  const isReplaced = before.image.src !== after.image.src;
  return {
    before: { words: oldWords, image: { src: before.image.src, alt: oldAlt, isChanged: isReplaced } },
    after: { words, image: { src: after.image.src, alt, isChanged: isReplaced } },
    isChanged,
  };
}

/** Converts a part to one side of a row, with all of its words marked as changed or none. */
function toSide({ source, image }: Part, isChanged: boolean): Side {
  const toPieces = (text: string) => (text ? [{ text, isChanged }] : []);
  if (!image) return { words: toPieces(source), image: null };
  return { words: toPieces(image.caption), image: { src: image.src, alt: toPieces(image.alt), isChanged } };
}

function compareWords(before: string, after: string): [Piece[], Piece[]] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  if (!changes) return [[{ text: before, isChanged: true }], [{ text: after, isChanged: true }]];
  const toPieces = (side: "added" | "removed") =>
    changes
      .filter((change) => !change[side === "added" ? "removed" : "added"])
      .map((change) => ({ text: change.value, isChanged: change[side] }));
  return [toPieces("removed"), toPieces("added")];
}

/** Converts a field's value to a line of text or an image; returns undefined for an empty field. */
function toPart(value: CopyContent[FieldName]): Part | undefined {
  if (!value) return undefined;
  if (typeof value === "string") return { source: value };
  const source = (Array.isArray(value) ? value : Object.values(value)).filter((part) => part).join(", ");
  if (source === "") return undefined;
  if (!("file" in value)) return { source };
  const caption = [value.caption, value.credit].filter((part) => part).join(" ");
  return { source: JSON.stringify(value), image: { src: value.file, alt: value.alt, caption } };
}
