import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { createClientFinder } from "../net/proxies.ts";

export type Clients = ReturnType<typeof createClients>;

/** Creates functions that find the client of a request, for limits. @param trustedProxies see TRUSTED_PROXIES */
export function createClients(trustedProxies: readonly string[]) {
  const findAddress = createClientFinder(trustedProxies);

  /** Returns null if a proxy does not name its client. */
  function find(context: Context): string | null {
    const address = findAddress(getPeer(context), context.req.header("x-forwarded-for"));
    return address === null ? null : toNetwork(address);
  }

  return {
    find,
    /** Returns the client's IPv4 address, or its IPv6 /64 network, which belongs to one client; else the peer's. */
    get: (context: Context): string => find(context) ?? toNetwork(getPeer(context)),
  };
}

function getPeer(context: Context): string {
  return getConnInfo(context).remote.address ?? "";
}

function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return (parsed as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
