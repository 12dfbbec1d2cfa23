import { setTimeout as wait } from "node:timers/promises";

/** Lets things happen at most so often a second, evenly. It measures by a clock that nobody sets. */
export function openPace(perSecond: number): () => Promise<void> {
  const step = 1000 / perSecond;
  let next = performance.now();
  return async () => {
    const now = performance.now();
    // What was not used while nothing happened is not made up for.
    next = Math.max(next, now - step) + step;
    // Timers are exact to a millisecond or so: shorter waits are saved up.
    if (next - now > 5) await wait(next - now);
  };
}
