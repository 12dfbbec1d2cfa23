import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { mergeBodies } from "../../../core/markdown/mergeBodies.ts";
import type { CopyContent } from "../copyContent.ts";

/** Changes between which a merge could not decide. */
export const mergeSchema = z.object({
  /** Names of those whose changes were merged into the save. */
  by: z.array(z.string()),
  /** Blocks that both changed. Both texts are in the body, that of the save first. */
  conflicts: z.array(z.object({ ours: z.string(), theirs: z.string() })),
  /** Fields that both changed, and which have the value of the save. */
  fieldConflicts: z.array(z.string()),
});

export type Merge = z.infer<typeof mergeSchema>;

/**
 * Merges two copies of a story: the body block by block, and the other fields one by one. Where both changed a field, the
 * merged copy has ours.
 *
 * @param base the content from which both were made
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

/** Merges the fields of two objects, and adds the names of those that both changed to `conflicts`. */
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
    // One may have changed the caption of an image, and the other its credit.
    else if (isImage(mine) && isImage(other) && mine.file === other.file)
      merged[name] = mergeFields<object>(isImage(old) ? old : {}, mine, other, conflicts) as typeof mine;
    else conflicts.push(name);
  }
  // A field that one of them removed is undefined in the merged copy, and absent in what is stored.
  return merged;
}

function isImage(value: unknown): value is { file: string } {
  return typeof value === "object" && value !== null && "file" in value;
}
