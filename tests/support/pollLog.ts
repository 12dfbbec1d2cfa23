import type { Site } from "./site.ts";

/** Waits until `count` polls have ended, successfully or not, and pages show their results. */
export function waitForPolls(site: Pick<Site, "logs">, count: number): Promise<void> {
  return site.logs((log) => countPolls(log) >= count);
}

function countPolls(log: string): number {
  return log.match(/"msg":"feed (polled|failed)/g)?.length ?? 0;
}

/** Counts the finished polls of one feed in a log, successful or not. */
export function countPollsOf(log: string, feed: string): number {
  return log.split("\n").filter((line) => line.includes(`"feed":"${feed}"`) && countPolls(line) > 0).length;
}
