import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { mergeBodies } from "../../../core/markdown/mergeBodies.ts";
import type { CopyContent } from "../copyContent.ts";

/** Schema of the details of a merge, stored with the merged revision. */
export const mergeSchema = z.object({
  /** Names of the people whose changes were merged into the saved copy. */
  by: z.array(z.string()),
  /**
   * Blocks that both copies changed. The merged body has both texts: `ours` from the copy to save, then `theirs` from
   * the stored copy.
   */
  conflicts: z.array(z.object({ ours: z.string(), theirs: z.string() })),
  /**
   * Names of fields that both copies changed in different ways. For these fields, the merged content has the values of
   * the copy to save instead of the stored copy.
   */
  fieldConflicts: z.array(z.string()),
});

export type Merge = z.infer<typeof mergeSchema>;

/**
 * Merges two copies of a story: the body block by block, and all other fields one by one. If both copies changed a
 * field in different ways, the merged copy has the value in `ours`.
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

/** Merges the fields of two objects. Adds to `conflicts` the names of fields that both objects changed differently. */
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
    // Merges the parts of an image one by one: one person may have changed the caption, and another the credit.
    else if (isImage(mine) && isImage(other) && mine.file === other.file) {
      const parts: string[] = [];
      merged[name] = mergeFields<object>(isImage(old) ? old : {}, mine, other, parts) as typeof mine;
      if (parts.length > 0) conflicts.push(name);
    } else conflicts.push(name);
  }
  // A field that one person removed is undefined in the merged copy. The stored JSON omits it.
  return merged;
}

function isImage(value: unknown): value is { file: string } {
  return typeof value === "object" && value !== null && "file" in value;
}
