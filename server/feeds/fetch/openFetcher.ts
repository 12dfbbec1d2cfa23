import packageFile from "../../../package.json" with { type: "json" };
import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/load.ts";
import { createResolver } from "../../net/guard.ts";
import { type Outbound, openOutbound } from "../../net/outbound.ts";
import { openParser } from "../parse/parser.ts";
import type { FetchTools } from "./fetchFeed.ts";

/** Returns the current editions, whose ports may be used. */
type GetEditions = () => readonly Pick<Edition, "ports">[];

/** Opens the outbound client with the settings of the environment and of the editions. */
export function createOutbound(config: Config, editions: GetEditions): Outbound {
  // Publishers see in their logs which software and which site polls them.
  const contact = config.SITE_URL ? `+${config.SITE_URL}` : "local-news feed reader";
  return openOutbound({
    allowedHosts: config.ALLOW_PRIVATE_HOSTS,
    userAgent: `Broadsheet/${packageFile.version} (${contact})`,
    ports: () => editions().flatMap((edition) => edition.ports),
    resolve: createResolver(config.DNS_SERVERS),
  });
}

/** Opens an outbound client and a feed parser. */
export function openFetchTools(config: Config, editions: GetEditions): FetchTools & { close(): Promise<void> } {
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
