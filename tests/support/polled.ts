import type { Site } from "./site.ts";

/** Waits until so many feeds were polled, well or badly, and the pages show what they brought. */
export function feedsPolled(site: Pick<Site, "logs">, count: number): Promise<void> {
  return site.logs((log) => pollsIn(log) >= count);
}

/** How many polls have ended, as a site's log tells. */
export function pollsIn(log: string): number {
  return log.match(/"msg":"feed (polled|failed)/g)?.length ?? 0;
}
