import type { Config } from "../config.ts";
import { type Attempt, fetchFeed } from "../feeds/fetch/fetchFeed.ts";
import { openWays } from "../feeds/fetch/openFetcher.ts";
import { planFeeds } from "../feeds/plan.ts";
import { checkReach, resolverOf } from "../net/guard.ts";
import { editionsIfRight } from "./editions.ts";
import { tableLines } from "./table.ts";

/**
 * `npx broadsheet fetch URL…`: fetches feeds as the server would and shows every attempt. A feed that no edition follows
 * is tried through the first edition's relays.
 *
 * @returns 0 where every feed was read, else 1
 */
export async function fetchFeeds(
  urls: readonly string[],
  config: Config,
  print: (line: string) => void,
): Promise<number> {
  const editions = await editionsIfRight(config.EDITIONS_DIR, print);
  const plan = planFeeds(editions);
  const ways = openWays(config, () => editions);
  let failed = 0;
  for (const url of urls) {
    const relays = plan.get(url)?.relays ?? editions[0]?.relays ?? [];
    const { feed, attempts } = await fetchFeed({ url, direct: url, relays }, ways);
    print(url);
    const head = ["transport", "status", "bytes", "ms", "articles or reason"];
    for (const line of tableLines(head, attempts.map(attemptRow))) print(`  ${line}`);
    if (feed) print(`  "${feed.title}" (${feed.kind}), ${feed.articles.length} articles.`);
    else failed++;
  }
  await ways.close();
  return failed > 0 ? 1 : 0;
}

function attemptRow({ transport, status, bytes, ms, articles, reason }: Attempt): string[] {
  return [transport, String(status ?? "-"), String(bytes), String(ms), reason ?? `${articles} articles`];
}

/**
 * `npx broadsheet fetch --json`: says of each address whether the server would fetch from it, and if not, why. Names are
 * looked up as they would be; no request is sent.
 */
export async function decideAddresses(
  urls: readonly string[],
  config: Config,
): Promise<{ url: string; allowed: boolean; reason: string | null }[]> {
  const editions = await editionsIfRight(config.EDITIONS_DIR, () => {});
  const ports = editions.flatMap((edition) => edition.ports);
  const exemptions = { hosts: new Set(config.ALLOW_PRIVATE_HOSTS), ports: () => ports };
  const resolve = resolverOf(config.DNS_SERVERS);
  return Promise.all(
    urls.map(async (url) => {
      try {
        await checkReach(url, exemptions, resolve);
        return { url, allowed: true, reason: null };
      } catch (error) {
        return { url, allowed: false, reason: (error as Error).message };
      }
    }),
  );
}
