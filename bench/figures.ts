import { cpus } from "node:os";

/** What it was measured on. */
export function machine(): string {
  const [first] = cpus();
  return `${first?.model.trim()}, ${cpus().length} cores, Node ${process.version}`;
}

/** @param share from 0 to 1: 0.5 is the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
