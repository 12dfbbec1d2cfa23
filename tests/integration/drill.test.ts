import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { ALL_FAULTS } from "../../bench/drill/truthFaults.ts";
import { isLong } from "../support/longTests.ts";
import { scaleLimit } from "../support/scaleLimit.ts";

/**
 * Seed of the faults' order. In this order, a new poll worker starts while the site still delays polls of feeds because
 * of earlier faults.
 */
const SEED = "19";

// Runs only with LONG_TESTS=1, since it takes a tenth of all tests' CPU time, and each fault has its own test.
it.runIf(isLong)(
  "keeps serving pages, and what was stored, through every fault of the drill",
  async () => {
    const drill = spawn(process.execPath, ["bench/drill/main.ts", "--short", "--seed", SEED], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_ENV: "production" },
    });
    onTestFinished(() => void drill.kill());
    const ended = once(drill, "exit");
    const [report, progress] = await Promise.all([text(drill.stdout), text(drill.stderr)]);
    // With --short, the drill checks neither durations nor memory.
    expect(await ended, report + progress).toEqual([0, null]);
    for (const { name } of ALL_FAULTS) expect(`${report}${progress}`).toMatch(new RegExp(`(Z |Left out: )${name}`));
    expect(report.match(/^holds {3}/gm)?.length).toBeGreaterThanOrEqual(7);
  },
  scaleLimit(900_000),
);
