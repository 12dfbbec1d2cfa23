import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { type createProxyReader, FORWARDED_HEADERS, type ForwardedHeaders } from "../net/proxies.ts";

export type Clients = ReturnType<typeof createClients>;

/** Finds the clients of requests, for limits. */
export function createClients(readProxies: ReturnType<typeof createProxyReader>) {
  /** Returns the client as `get` does; null for a proxy that does not name its client. */
  function find(context: Context): string | null {
    const { client } = readProxies(getPeer(context), getForwardedHeaders(context));
    return client === null ? null : toNetwork(client);
  }

  return {
    find,
    /** Returns the client's IPv4 address, or IPv6 /64 network, which belongs to one client; the peer's if unknown. */
    get: (context: Context): string => find(context) ?? toNetwork(getPeer(context)),
  };
}

/** Returns the address of the connection's other end: a client, or a proxy. */
export function getPeer(context: Context): string {
  return getConnInfo(context).remote.address ?? "";
}

export function getForwardedHeaders({ req }: Context): ForwardedHeaders {
  return Object.fromEntries(FORWARDED_HEADERS.map((name) => [name, req.header(name)]));
}

function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return (parsed as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
