import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { mergeBodies } from "../../../core/markdown/mergeBodies.ts";
import type { CopyContent } from "../copyContent.ts";

/** Conflicts that a merge could not resolve. */
export const mergeSchema = z.object({
  /** Names of the people whose changes were merged into the saved copy. */
  by: z.array(z.string()),
  /** Blocks that both sides changed. The body has both texts, the saved text first. */
  conflicts: z.array(z.object({ ours: z.string(), theirs: z.string() })),
  /** Fields that both sides changed. They have the value of the saved copy. */
  fieldConflicts: z.array(z.string()),
});

export type Merge = z.infer<typeof mergeSchema>;

/**
 * Merges two copies of a story: the body block by block, and the other fields one by one. If both copies changed a
 * field, the merged copy has our value.
 *
 * @param base content from which both copies were made
 */
export function mergeCopies(
  base: CopyContent,
  ours: CopyContent,
  theirs: CopyContent,
): { content: CopyContent } & Omit<Merge, "by"> {
  const { body, conflicts } = mergeBodies(base.body, ours.body, theirs.body);
  const fieldConflicts: string[] = [];
  const fields = mergeFields(base, ours, theirs, fieldConflicts);
  return { content: { ...fields, body }, conflicts, fieldConflicts: fieldConflicts.filter((name) => name !== "body") };
}

/** Merges the fields of two objects, and adds the names of fields that both changed to `conflicts`. */
function mergeFields<Fields extends object>(
  base: Partial<Fields>,
  ours: Fields,
  theirs: Fields,
  conflicts: string[],
): Fields {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]) as Set<keyof Fields & string>;
  const merged = { ...ours };
  for (const name of names) {
    const [old, mine, other] = [base[name], ours[name], theirs[name]];
    if (isDeepStrictEqual(mine, other) || isDeepStrictEqual(old, other)) continue;
    if (isDeepStrictEqual(old, mine)) merged[name] = other;
    // The parts of an image are merged one by one: one person may have changed its caption, and another its credit.
    else if (isImage(mine) && isImage(other) && mine.file === other.file)
      merged[name] = mergeFields<object>(isImage(old) ? old : {}, mine, other, conflicts) as typeof mine;
    else conflicts.push(name);
  }
  // A removed field is undefined in the merged copy, and missing in the stored JSON.
  return merged;
}

function isImage(value: unknown): value is { file: string } {
  return typeof value === "object" && value !== null && "file" in value;
}
