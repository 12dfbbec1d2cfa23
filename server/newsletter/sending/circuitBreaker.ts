import { setTimeout as delay } from "node:timers/promises";

/**
 * Creates a circuit breaker that pauses all deliveries while the mail server is unavailable.
 *
 * @param maxFailures failures in a row without a pause: one per connection
 */
export function createCircuitBreaker(maxFailures: number, maxPauseMs: number) {
  let failures = 0;
  let openUntil = 0;
  const getRestMs = () => openUntil - performance.now();
  return {
    /** Resolves when deliveries may go on, or when aborted. */
    async pass(signal: AbortSignal): Promise<void> {
      while (getRestMs() > 0 && !signal.aborted) await delay(getRestMs(), undefined, { signal }).catch(() => {});
    },
    recordSuccess(): void {
      failures = 0;
    },
    /** @returns the pause that begins now, in ms; 0 if there were too few failures in a row */
    recordFailure(): number {
      failures++;
      if (failures <= maxFailures) return 0;
      const pauseMs = Math.min(maxPauseMs, 500 * 2 ** Math.min(20, failures - maxFailures));
      openUntil = performance.now() + pauseMs;
      return pauseMs;
    },
  };
}
