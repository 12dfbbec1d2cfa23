import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startJob } from "./job.ts";

const lines: { msg: string; nextRunMs: number }[] = [];
const log = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) });

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
});
afterEach(() => vi.useRealTimers());

describe("startJob", () => {
  it("runs at once and then at each interval, until it is stopped", async () => {
    let runs = 0;
    const job = startJob({ name: "test", intervalMs: 1000, run: async () => void runs++, log });
    await vi.advanceTimersByTimeAsync(2500);
    expect(runs).toBe(3);
    await job.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(runs).toBe(3);
  });

  it("logs an error and doubles the time to the next run, up to one minute, until a run succeeds", async () => {
    let runs = 0;
    const run = async () => {
      runs++;
      if (runs < 8) throw new Error("database is locked");
    };
    const job = startJob({ name: "test", intervalMs: 10_000, run, log });
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(lines.map(({ nextRunMs }) => nextRunMs / 1000)).toEqual([20, 40, 60, 60, 60, 60, 60]);
    const before = runs;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs).toBe(before + 1);
    await job.stop();
  });

  it("also survives a run that throws before it returns a promise", async () => {
    const run = () => {
      throw new Error("full disk");
    };
    const job = startJob({ name: "test", intervalMs: 1000, run, log });
    await vi.advanceTimersByTimeAsync(1);
    expect(lines).toHaveLength(1);
    await job.stop();
  });

  it("runs once more after the present run when it is triggered, however often", async () => {
    const gates: (() => void)[] = [];
    const run = () => new Promise<void>((resolve) => gates.push(resolve));
    const job = startJob({ name: "test", intervalMs: 1000, run, log, startsLater: true });
    job.trigger();
    job.trigger();
    job.trigger();
    expect(gates).toHaveLength(1);
    gates[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(gates).toHaveLength(2);
    const stopped = job.stop();
    gates[1]?.();
    await stopped;
    expect(gates).toHaveLength(2);
  });
});
