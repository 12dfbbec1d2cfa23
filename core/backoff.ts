/** Growing delays between retries, in ms. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
  /** Ratio of each delay to the previous one; 2 by default. */
  factor?: number;
}

/** Returns the delay in ms before the next retry. `failures` is the number of failures in a row, at least 1. */
export function backoffMs(failures: number, { firstMs, maxMs, factor = 2 }: Backoff): number {
  return Math.min(firstMs * factor ** (failures - 1), maxMs);
}
