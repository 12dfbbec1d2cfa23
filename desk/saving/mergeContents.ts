import { type Conflict, mergeBodies } from "../../core/markdown/mergeBodies.ts";
import { splitSource } from "../../core/markdown/splitSource.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";

interface MergedContents {
  content: CopyContent;
  conflicts: Conflict[];
  /** Fields that both versions changed. The merged content has our values. */
  fieldConflicts: string[];
}

/** Merges two versions of a working copy: the text block by block, and the other fields one by one. */
export function mergeContents(base: CopyContent, ours: CopyContent, theirs: CopyContent): MergedContents {
  const { body, conflicts } =
    ours.body === base.body
      ? { body: theirs.body, conflicts: [] }
      : theirs.body === base.body
        ? { body: ours.body, conflicts: [] }
        : mergeBodies(base.body, ours.body, theirs.body);
  const names = listNames(ours, theirs).filter((name) => name !== "body");
  const isOurs = (name: Name) => !isSameField(name, ours, base);
  const fields = names.map((name) => [name, (isOurs(name) ? ours : theirs)[name]] as const);
  const fieldConflicts = names.filter(
    (name) => isOurs(name) && !isSameField(name, theirs, base) && !isSameField(name, ours, theirs),
  );
  // A removed field is left out, since JSON has no undefined values.
  const kept = fields.filter(([, value]) => value !== undefined);
  return { content: { ...(Object.fromEntries(kept) as CopyContent), body }, conflicts, fieldConflicts };
}

/** Removes the consecutive blocks of `text` from a body. If the body lacks these blocks, returns the body unchanged. */
export function dropBlocks(body: string, text: string): string {
  const { blocks, end } = splitSource(body);
  const dropped = splitSource(text).blocks;
  const first = blocks.findIndex((_, start) =>
    dropped.every(({ source }, index) => blocks[start + index]?.source === source),
  );
  if (first < 0 || dropped.length === 0) return body;
  const after = blocks.slice(first + dropped.length);
  const kept = [...blocks.slice(0, first), ...after];
  const toText = (gap: string, source: string, index: number) => (index === 0 ? (blocks[0]?.gap ?? "") : gap) + source;
  return kept.map(({ gap, source }, index) => toText(gap, source, index)).join("") + end;
}

export function isSameContent(one: CopyContent, other: CopyContent): boolean {
  return one === other || listNames(one, other).every((name) => isSameField(name, one, other));
}

type Name = keyof CopyContent;

function listNames(one: CopyContent, other: CopyContent): Name[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])] as Name[];
}

function isSameField(name: Name, one: CopyContent, other: CopyContent): boolean {
  return one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]);
}
