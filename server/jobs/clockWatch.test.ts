import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startClockWatch } from "./clockWatch.ts";

const HOUR_MS = 3_600_000;
const log = pino({ enabled: false });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Moves the clock with `change`, and counts the calls of `onSetBack`. The first `errors` calls fail. */
async function countCalls(lastSeenAt: number | null, change: () => void = () => {}, errors = 0): Promise<number> {
  let calls = 0;
  const onSetBack = async () => {
    if (++calls <= errors) throw new Error("database is locked");
  };
  const watch = startClockWatch({ lastSeenAt, onSetBack, log });
  await vi.advanceTimersByTimeAsync(5000);
  change();
  await vi.advanceTimersByTimeAsync(10_000);
  await watch.stop();
  return calls;
}

it("reacts once to a clock that is set back while it runs, and retries after an error", async () => {
  expect(await countCalls(null)).toBe(0);
  expect(await countCalls(null, () => vi.setSystemTime(Date.now() - HOUR_MS))).toBe(1);
  expect(await countCalls(null, () => vi.setSystemTime(Date.now() - HOUR_MS), 2)).toBe(3);
  expect(await countCalls(null, () => vi.setSystemTime(Date.now() + HOUR_MS))).toBe(0);
  expect(await countCalls(null, () => vi.setSystemTime(Date.now() - 400))).toBe(0);
});

it("reacts to a clock that was set back before the start", async () => {
  expect(await countCalls(Date.now() - HOUR_MS)).toBe(0);
  expect(await countCalls(Date.now() + HOUR_MS)).toBe(1);
});
