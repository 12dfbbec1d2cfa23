import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDatabase } from "../../tests/support/stores.ts";
import { findClockRecord, isClockTrusted, recordClock } from "../store/clock.ts";
import type { Database } from "../store/schema/schema.ts";
import { type ClockGuard, startClockGuard } from "./clockGuard.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const YEARS_MS = 10 * 365 * 24 * HOUR_MS;
const log = pino({ enabled: false });

let database: Database;
let guard: ClockGuard | undefined;
/** Error of the system clock, and time elapsed on the monotonic clock, in ms. */
let errorMs = 0;
let elapsedMs = 0;
const now = () => Date.UTC(2026, 10, 26) + elapsedMs + errorMs;

beforeEach(async () => {
  [errorMs, elapsedMs] = [0, 0];
  database = await openDatabase("sqlite::memory:");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  await guard?.stop();
  vi.useRealTimers();
  await database.destroy();
});

async function start(): Promise<void> {
  await guard?.stop();
  guard = await startClockGuard({ database, log, now, monotonicNow: () => elapsedMs });
}

/** Lets time pass. Results: true if jobs then trust the clock, and true if /readyz reports no fault of the clock. */
async function pass(ms: number): Promise<[isTrusted: boolean, isReady: boolean]> {
  for (let passedMs = 0; passedMs < ms; passedMs += MINUTE_MS) {
    elapsedMs += MINUTE_MS;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await vi.waitFor(async () => expect(await findClockRecord(database)).not.toBeNull());
  }
  return [await isClockTrusted(database, now()), guard?.check().ok ?? false];
}

it("trusts a clock that goes on, and one that is corrected by minutes", async () => {
  await start();
  expect(await pass(2 * HOUR_MS)).toEqual([true, true]);
  errorMs = -4 * MINUTE_MS;
  expect(await pass(10 * MINUTE_MS)).toEqual([true, true]);
});

it.each([YEARS_MS, -YEARS_MS])(
  "distrusts a clock that jumps by %i ms until it has stayed for an hour",
  async (jump) => {
    await start();
    await pass(5 * MINUTE_MS);
    errorMs = jump;
    // Jobs notice the clock's jump before the guard does.
    expect(await isClockTrusted(database, now())).toBe(false);
    expect(await pass(58 * MINUTE_MS)).toEqual([false, false]);
    errorMs *= 2;
    expect(await pass(58 * MINUTE_MS)).toEqual([false, false]);
    expect(await pass(5 * MINUTE_MS)).toEqual([true, true]);
  },
);

it("trusts a clock at once that is set back to the right time, however long it was ahead", async () => {
  await start();
  await pass(5 * MINUTE_MS);
  errorMs = YEARS_MS;
  expect(await pass(50 * MINUTE_MS)).toEqual([false, false]);
  errorMs = 0;
  expect(await pass(MINUTE_MS)).toEqual([true, true]);
});

it("compares the clock at the start with the store: years are a jump, a night is downtime", async () => {
  await start();
  errorMs = 5 * HOUR_MS;
  await start();
  expect(await pass(MINUTE_MS)).toEqual([true, true]);
  errorMs = YEARS_MS;
  await start();
  expect(await pass(50 * MINUTE_MS)).toEqual([false, false]);
  expect(guard?.check().detail).toMatch(/^jumped 3650 days ahead since the last recorded time: .* wait for 10 min/);
  // After each start, an hour must pass again, since the time of a distrusted clock is not recorded.
  await start();
  expect(await pass(50 * MINUTE_MS)).toEqual([false, false]);
  errorMs = 5 * HOUR_MS;
  expect(await pass(MINUTE_MS)).toEqual([true, true]);
});

it("trusts a clock that an operator confirms, and not one that another server contradicts", async () => {
  await start();
  errorMs = YEARS_MS;
  expect(await pass(MINUTE_MS)).toEqual([false, false]);
  for (let minutes = 0; minutes < 120; minutes++) {
    await recordClock(database, now() - YEARS_MS);
    expect(await pass(MINUTE_MS)).toEqual([false, false]);
  }
  await recordClock(database, now());
  expect(await pass(MINUTE_MS)).toEqual([true, true]);
});
