import packageFile from "../../../package.json" with { type: "json" };
import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { openParsers, type Parser, type Parsers } from "../../isolation/parsers.ts";
import { createResolver } from "../../net/guard.ts";
import { type Outbound, openOutbound } from "../../net/outbound.ts";
import type { parse } from "../parse/feedParser.ts";

export interface FetchTools {
  outbound: Pick<Outbound, "get">;
  parsers: Pick<Parsers, "parse">;
}

export const FEED_PARSER: Parser<typeof parse> = {
  module: new URL("../parse/feedParser.ts", import.meta.url),
  task: "Parsing the feed",
  // The largest feed recorded for tests takes a twentieth of this time limit.
  timeoutMs: 5000,
};
/** The process stays alive between polls, which are frequent. The largest feed in tests needs half of the heap. */
const PARSER_LIMITS = { maxChildren: 1, maxHeapMb: 48, idleMs: 60_000 };

type OutboundConfig = Pick<Config, "ALLOW_PRIVATE_HOSTS" | "DNS_SERVERS">;
type GetEditions = () => readonly Pick<Edition, "ports" | "default" | "url">[];

/** Opens the outbound client. It allows the ports that the current editions list. */
export function createOutbound(config: OutboundConfig, editions: GetEditions): Outbound {
  // The user agent names the software and the site in publishers' logs.
  const siteUrl = (editions().find((edition) => edition.default) ?? editions()[0])?.url;
  const contact = siteUrl ? `+${siteUrl}` : "local-news feed reader";
  return openOutbound({
    allowedHosts: config.ALLOW_PRIVATE_HOSTS,
    userAgent: `Broadsheet/${packageFile.version} (${contact})`,
    ports: () => editions().flatMap((edition) => edition.ports),
    resolve: createResolver(config.DNS_SERVERS),
  });
}

/**
 * Opens the parser of feeds, in a child process, so that no large or hostile feed can block or crash the server.
 *
 * @param timeoutMs time limit for each feed, for tests on busy machines
 */
export function openFeedParsers(timeoutMs?: number): Parsers {
  return openParsers({ ...PARSER_LIMITS, ...(timeoutMs !== undefined && { timeoutMs }) });
}

export function openFetchTools(config: OutboundConfig, editions: GetEditions): FetchTools & { close(): Promise<void> } {
  const outbound = createOutbound(config, editions);
  const parsers = openFeedParsers();
  return {
    outbound,
    parsers,
    async close() {
      await Promise.all([outbound.close(), parsers.close()]);
    },
  };
}
