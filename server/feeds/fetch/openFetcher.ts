import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/load.ts";
import { resolverOf } from "../../net/guard.ts";
import { type Outbound, openOutbound } from "../../net/outbound.ts";
import { userAgent } from "../../net/userAgent.ts";
import { openReader } from "../parse/parser.ts";
import type { Ways } from "./fetchFeed.ts";

/** The editions of this moment, whose ports are open. */
type WithPorts = () => readonly Pick<Edition, "ports">[];

/** Opens the door to the world, as the environment and the editions say. */
export function outboundOf(config: Config, editions: WithPorts): Outbound {
  return openOutbound({
    allowedHosts: config.ALLOW_PRIVATE_HOSTS,
    userAgent: userAgent(config.SITE_URL),
    ports: () => editions().flatMap((edition) => edition.ports),
    resolve: resolverOf(config.DNS_SERVERS),
  });
}

/** Opens what feeds come through. */
export function openWays(config: Config, editions: WithPorts): Ways & { close(): Promise<void> } {
  const outbound = outboundOf(config, editions);
  const reader = openReader();
  return {
    outbound,
    reader,
    async close() {
      await Promise.all([outbound.close(), reader.close()]);
    },
  };
}
