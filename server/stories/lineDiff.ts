/** A line of a diff: kept, removed from the first text, or added by the second. */
export interface DiffLine {
  sign: " " | "-" | "+";
  line: string;
}

/** Compares two texts by lines, by their longest common subsequence, in time proportional to the product of the lengths. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, current] = [before.split("\n"), after.split("\n")];
  // common[i][j] is the number of lines that old from i and current from j have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(current.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = current.length - 1; j >= 0; j--)
      (common[i] as Uint32Array)[j] =
        old[i] === current[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < current.length) {
    if (i < old.length && j < current.length && old[i] === current[j]) {
      lines.push({ sign: " ", line: old[i++] ?? "" });
      j++;
    } else if (j >= current.length || (i < old.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push({ sign: "-", line: old[i++] ?? "" });
    else lines.push({ sign: "+", line: current[j++] ?? "" });
  }
  return lines;
}
