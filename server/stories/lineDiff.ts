import { matchItems } from "../../core/commonItems.ts";

/** Line of a diff. `sign` is " " for a line in both texts, "-" for a line only in the first, "+" only in the second. */
export interface DiffLine {
  sign: " " | "-" | "+";
  line: string;
}

/** Compares two texts line by line. Lists removed lines before the added lines that replace them. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, current] = [before.split("\n"), after.split("\n")];
  const matches = matchItems(old, current);
  const lines: DiffLine[] = [];
  let next = 0;
  for (const [index, line] of old.entries()) {
    const match = matches.get(index);
    if (match === undefined) lines.push({ sign: "-", line });
    else {
      for (; next < match; next++) lines.push({ sign: "+", line: current[next] ?? "" });
      lines.push({ sign: " ", line });
      next++;
    }
  }
  return [...lines, ...current.slice(next).map((line): DiffLine => ({ sign: "+", line }))];
}
