import type { Config } from "../config.ts";
import type { Edition } from "../editions/load.ts";
import { resolverOf } from "../http/guard.ts";
import { openOutbound } from "../http/outbound.ts";
import { userAgent } from "../version.ts";
import type { Ways } from "./fetch.ts";
import { openReader } from "./reader.ts";

/**
 * Opens what feeds come through, as the environment and the editions say.
 *
 * @param editions the editions of this moment, whose ports are open
 */
export function openWays(config: Config, editions: () => readonly Edition[]): Ways & { close(): Promise<void> } {
  const outbound = openOutbound({
    allowedHosts: config.ALLOW_PRIVATE_HOSTS,
    userAgent: userAgent(config.SITE_URL),
    ports: () => editions().flatMap((edition) => edition.ports),
    resolve: resolverOf(config.DNS_SERVERS),
  });
  const reader = openReader();
  return {
    outbound,
    reader,
    async close() {
      await Promise.all([outbound.close(), reader.close()]);
    },
  };
}
