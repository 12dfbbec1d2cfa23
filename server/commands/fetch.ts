import type { Config } from "../config.ts";
import { loadEditions } from "../editions/load.ts";
import { EditionError } from "../editions/yaml.ts";
import { type Attempt, fetchFeed } from "../feeds/fetch.ts";
import { planFeeds } from "../feeds/plan.ts";
import { openOutbound } from "../http/outbound.ts";
import { userAgent } from "../version.ts";

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
  const editions = await loadEditions(config.EDITIONS_DIR).catch((error) => {
    if (!(error instanceof EditionError)) throw error;
    print(`The editions are wrong, so no relay is tried. ${error.message}`);
    return [];
  });
  const plan = planFeeds(editions);
  const outbound = openOutbound(config.ALLOW_PRIVATE_HOSTS, userAgent(config.SITE_URL));
  let failed = 0;
  for (const url of urls) {
    const relays = plan.get(url)?.relays ?? editions[0]?.relays ?? [];
    const { feed, attempts } = await fetchFeed(url, relays, outbound);
    print(url);
    print(row("transport", "status", "bytes", "ms", "articles or reason"));
    for (const attempt of attempts) print(attemptRow(attempt));
    if (feed) print(`  "${feed.title}" (${feed.kind}), ${feed.articles.length} articles.`);
    else failed++;
  }
  await outbound.close();
  return failed > 0 ? 1 : 0;
}

function attemptRow({ transport, status, bytes, ms, articles, reason }: Attempt): string {
  return row(transport, status ?? "-", bytes, ms, reason ?? `${articles} articles`);
}

function row(
  transport: string,
  status: string | number,
  bytes: string | number,
  ms: string | number,
  outcome: string,
): string {
  return `  ${transport.padEnd(34)} ${String(status).padStart(6)} ${String(bytes).padStart(9)} ${String(ms).padStart(6)}  ${outcome}`;
}
