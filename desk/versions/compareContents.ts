import { diffWordsWithSpace } from "diff";
import { matchItems } from "../../core/commonItems.ts";
import { splitSource } from "../../core/markdown/splitSource.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";

/** Consecutive words that only one side has, or both. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

/** A field or a block on both sides; undefined on a side that lacks it. */
export interface Row {
  before: Piece[] | undefined;
  after: Piece[] | undefined;
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
    const [old, current] = [toText(before[name]), toText(after[name])];
    return old === current ? [] : [{ name, row: compareTexts(old || undefined, current || undefined) }];
  });
  const blocks = compareBodies(before.body, after.body);
  return { fields, blocks, isSame: fields.length === 0 && blocks.every(({ isChanged }) => !isChanged) };
}

function compareBodies(before: string, after: string): Row[] {
  const [old, current] = [toSources(before), toSources(after)];
  const matches = matchItems(old, current);
  const rows: Row[] = [];
  let [oldIndex, index] = [0, 0];
  for (const [oldMatch, match] of [...matches, [old.length, current.length] as const]) {
    // Between two blocks that both sides have, new blocks replace old ones in order.
    while (oldIndex < oldMatch || index < match)
      rows.push(
        compareTexts(oldIndex < oldMatch ? old[oldIndex++] : undefined, index < match ? current[index++] : undefined),
      );
    const same = old[oldIndex++];
    index++;
    if (same !== undefined) rows.push(compareTexts(same, same));
  }
  return rows;
}

function toSources(body: string): string[] {
  return splitSource(body).blocks.map(({ source }) => source);
}

function compareTexts(before: string | undefined, after: string | undefined): Row {
  if (before === after) {
    const pieces = before === undefined ? undefined : [{ text: before, isChanged: false }];
    return { before: pieces, after: pieces, isChanged: false };
  }
  const isOneSided = before === undefined || after === undefined;
  const changes = isOneSided ? undefined : diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  if (!changes) return { before: toChanged(before), after: toChanged(after), isChanged: true };
  const toPieces = (side: "added" | "removed") =>
    changes
      .filter((change) => !change[side === "added" ? "removed" : "added"])
      .map((change) => ({ text: change.value, isChanged: change[side] }));
  return { before: toPieces("removed"), after: toPieces("added"), isChanged: true };
}

function toChanged(text: string | undefined): Piece[] | undefined {
  return text === undefined ? undefined : [{ text, isChanged: true }];
}

/** Returns the value of a field as a text of one line. */
function toText(value: CopyContent[FieldName]): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  return (Array.isArray(value) ? value : Object.values(value)).filter((part) => part).join(", ");
}
