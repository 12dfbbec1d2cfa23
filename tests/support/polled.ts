import type { Site } from "./site.ts";

/** Waits until so many feeds were polled, well or badly, and the pages show what they brought. */
export function feedsPolled(site: Pick<Site, "logs">, count: number): Promise<void> {
  return site.logs((log) => pollsIn(log) >= count);
}

/** How many polls have ended, as a site's log tells. */
function pollsIn(log: string): number {
  return log.match(/"msg":"feed (polled|failed)/g)?.length ?? 0;
}

/** How many polls of a feed have ended, well or badly. */
export function pollsOf(log: string, feed: string): number {
  return log.split("\n").filter((line) => line.includes(`"feed":"${feed}"`) && pollsIn(line) > 0).length;
}
