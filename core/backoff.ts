/** Delays between retries. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
  /** Ratio of each delay to the one before; 2 by default. */
  factor?: number;
}

/** Returns the delay before the next retry, in ms, after `failures` in a row, 1 or more. */
export function backoffMs(failures: number, { firstMs, maxMs, factor = 2 }: Backoff): number {
  return Math.min(firstMs * factor ** (failures - 1), maxMs);
}
