/** The delays between retries: the first, how much longer each is than the one before, and the longest. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
  /** 2 by default. */
  factor?: number;
}

/**
 * Returns the delay before a retry, in ms.
 *
 * @param failures failures in a row so far, 1 or more
 */
export function backoffMs(failures: number, { firstMs, maxMs, factor = 2 }: Backoff): number {
  return Math.min(firstMs * factor ** (failures - 1), maxMs);
}
