import packageFile from "../../../package.json" with { type: "json" };
import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/load.ts";
import { type IsolatedProcess, openIsolatedProcess } from "../../isolation/isolatedProcess.ts";
import { createResolver } from "../../net/guard.ts";
import { type Outbound, openOutbound } from "../../net/outbound.ts";
import type { FeedSource, ParsedFeed } from "../parse/readFeed.ts";

export interface FetchTools {
  outbound: Pick<Outbound, "get">;
  parser: Pick<IsolatedProcess<FeedSource, ParsedFeed>, "run">;
}

/** Time limit for parsing a feed, 20 times what the largest recorded feed takes. */
const PARSER_TIMEOUT_MS = 5000;
const PARSER_LIMITS = { maxHeapMb: 48, idleMs: 60_000 };

type OutboundConfig = Pick<Config, "ALLOW_PRIVATE_HOSTS" | "DNS_SERVERS">;
type GetEditions = () => readonly Pick<Edition, "ports" | "default" | "url">[];

/** Opens the outbound client with the settings of the environment. Allows the ports that the current editions list. */
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

/** Opens a parser in a child process, so that no large or hostile feed can block or crash the server. */
export function openParser(timeoutMs = PARSER_TIMEOUT_MS): IsolatedProcess<FeedSource, ParsedFeed> {
  return openIsolatedProcess({
    module: new URL("../parse/parseProcess.ts", import.meta.url),
    task: "Parsing the feed",
    isConfined: true,
    timeoutMs,
    ...PARSER_LIMITS,
  });
}

export function openFetchTools(config: OutboundConfig, editions: GetEditions): FetchTools & { close(): Promise<void> } {
  const outbound = createOutbound(config, editions);
  const parser = openParser();
  return {
    outbound,
    parser,
    async close() {
      await Promise.all([outbound.close(), parser.close()]);
    },
  };
}
