/** Maximum share of a word's letters that a misspelling changes. */
const MAX_DIFFERENCE = 0.34;

/** Returns the known word most similar to a misspelled one; undefined if none is similar. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const candidates = known
    .map((candidate) => ({ candidate, distance: getDistance(fold(word), fold(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.floor(candidate.length * MAX_DIFFERENCE))
    .sort((a, b) => a.distance - b.distance);
  return candidates[0]?.candidate;
}

/** Removes case and punctuation, so that `short-name` equals `shortName`. */
function fold(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Returns the number of edits from `a` to `b`: letters inserted, deleted, replaced, or swapped with their neighbor. */
function getDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const steps = [
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwap ? [(beforeLast[column - 2] ?? 0) + 1] : []),
      ];
      current.push(Math.min(...steps));
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
