/**
 * Returns the number of letters to add, remove, replace or swap with a neighbor to turn one word into the other;
 * Infinity if the number is greater than `max`.
 */
export function getEditDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
      current.push(distance);
      best = Math.min(best, distance);
    }
    if (best > max) return Infinity;
    [beforeLast, last] = [last, current];
  }
  const distance = last[other.length] ?? 0;
  return distance > max ? Infinity : distance;
}
