import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { scaleLimit } from "../support/scaleLimit.ts";
import { findVarnishSkipReason } from "../support/varnish.ts";

const skipReason = findVarnishSkipReason();

it.skipIf(skipReason !== null)(
  `loses and doubles nothing on three servers that are killed, frozen and cut off${skipReason ? ` (${skipReason})` : ""}`,
  async () => {
    const cluster = spawn(process.execPath, ["bench/cluster/main.ts", "--check"], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_ENV: "production" },
    });
    onTestFinished(() => void cluster.kill());
    const ended = once(cluster, "exit");
    const [report, progress] = await Promise.all([text(cluster.stdout), text(cluster.stderr)]);
    // With --check, long durations are only reported: they do not make the run fail.
    expect(await ended, report + progress).toEqual([0, null]);
    for (const fault of ["killed", "frozen", "cut off", "restarted"])
      expect(progress).toMatch(new RegExp(`Z .*${fault}`));
    expect(report.match(/^holds {3}/gm)?.length).toBeGreaterThanOrEqual(11);
  },
  scaleLimit(600_000),
);
