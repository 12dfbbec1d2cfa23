/** Returns a quantile of the values; NaN for no values. @param share from 0 to 1, such as 0.5 for the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
