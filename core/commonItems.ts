/** Maximum number of cells, 4 bytes each, in the table that compares the lists. */
const MAX_CELLS = 16_000_000;

/**
 * Finds the longest common subsequence of two lists. First matches the items that the lists share at the start and at
 * the end. Comparing the remaining parts takes time proportional to the product of the parts' lengths.
 *
 * @returns for each common item, its index in `old` and its index in `current`. If the remaining parts are too long to
 *   compare, the result contains only the common items at the start and at the end.
 */
export function matchItems<Item>(old: readonly Item[], current: readonly Item[]): Map<number, number> {
  const matches = new Map<number, number>();
  let start = 0;
  while (start < old.length && start < current.length && old[start] === current[start]) matches.set(start, start++);
  let [oldEnd, currentEnd] = [old.length, current.length];
  while (oldEnd > start && currentEnd > start && old[oldEnd - 1] === current[currentEnd - 1])
    matches.set(--oldEnd, --currentEnd);
  if ((oldEnd - start + 1) * (currentEnd - start + 1) > MAX_CELLS) return matches;
  // common[i][j] is the length of the longest common subsequence of two lists: the remaining old part without its first
  // i items, and the remaining current part without its first j items.
  const common = Array.from({ length: oldEnd - start + 1 }, () => new Uint32Array(currentEnd - start + 1));
  const at = (i: number, j: number) => common[i - start]?.[j - start] ?? 0;
  for (let i = oldEnd - 1; i >= start; i--)
    for (let j = currentEnd - 1; j >= start; j--)
      (common[i - start] as Uint32Array)[j - start] =
        old[i] === current[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  for (let i = start, j = start; i < oldEnd && j < currentEnd; ) {
    if (old[i] === current[j]) matches.set(i++, j++);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return matches;
}
