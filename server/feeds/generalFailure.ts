import type { FeedState } from "../store/feeds/feeds.ts";

type PolledFeed = Pick<
  FeedState,
  "url" | "lastAttemptAt" | "lastSuccessAt" | "failures" | "lastStatus" | "intervalMinutes"
>;

/**
 * Share of hosts that may have succeeded while the others are unreachable, such as hosts in the newsroom's own network.
 */
const MAX_HEARD_SHARE = 1 / 4;
/** Minimum number of unreachable hosts. One host may have a failure of its own. */
const MIN_HOSTS = 2;
/** Hosts that are polled less often, in minutes, count only if they were polled during the failure. */
const MAX_INTERVAL_MINUTES = 60;

/**
 * Returns the feeds that a general failure, of the network or of DNS, made unreachable; [] if there is none. It is
 * general if more than half of the hosts gave no response to any poll since the last successes, and those were of a
 * quarter of the hosts at most. Hosts are counted rather than feeds, since a host may have many. A host that responds
 * with an error is reachable.
 *
 * @param feeds all feeds that were polled at least once
 */
export function findUnreachableFeeds<Feed extends PolledFeed>(feeds: readonly Feed[]): Feed[] {
  const hosts = [...Map.groupBy(feeds, ({ url }) => new URL(url).host).values()];
  const successes = hosts.map(getLastSuccess).sort().reverse();
  const since = successes[Math.floor(hosts.length * MAX_HEARD_SHARE)] ?? "";
  const isPolledSince = ({ lastAttemptAt }: PolledFeed) => (lastAttemptAt ?? "") > since;
  const counted = hosts.filter((ofHost) => ofHost.some(isPolledSince) || ofHost.some(isPolledOften));
  const unreachable = counted
    .map((ofHost) => ofHost.filter(isPolledSince))
    .filter((polled) => polled.length > 0 && polled.every(hasNoResponse));
  return unreachable.length >= MIN_HOSTS && unreachable.length > counted.length / 2 ? unreachable.flat() : [];
}

/** Returns the instant of the last success of any of the feeds; "" if there was none. */
function getLastSuccess(feeds: readonly PolledFeed[]): string {
  const successes = feeds.map(({ lastSuccessAt }) => lastSuccessAt ?? "");
  return successes.sort().at(-1) ?? "";
}

function isPolledOften({ intervalMinutes }: PolledFeed): boolean {
  return (intervalMinutes ?? 0) <= MAX_INTERVAL_MINUTES;
}

function hasNoResponse({ failures, lastStatus }: PolledFeed): boolean {
  return failures > 0 && lastStatus === null;
}
