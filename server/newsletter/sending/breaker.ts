import { setTimeout as wait } from "node:timers/promises";

/** Holds up all mails while the mail server is away, and lets them go on by and by. */
export interface Breaker {
  /** Returns when it is worth trying. */
  pass(signal: AbortSignal): Promise<void>;
  works(): void;
  /** @returns how long everything waits now, in milliseconds; 0 where one failure says nothing yet */
  fails(): number;
}

/** @param patience failures in a row that say nothing yet: as many as there are connections */
export function openBreaker(patience: number, longestMs: number): Breaker {
  let failures = 0;
  let until = 0;
  return {
    async pass(signal) {
      for (let rest = until - performance.now(); rest > 0 && !signal.aborted; rest = until - performance.now())
        await wait(rest, undefined, { signal }).catch(() => {});
    },
    works() {
      failures = 0;
    },
    fails() {
      failures++;
      if (failures <= patience) return 0;
      const pause = Math.min(longestMs, 500 * 2 ** Math.min(20, failures - patience));
      until = performance.now() + pause;
      return pause;
    },
  };
}
