import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { type createProxyReader, FORWARDED_HEADERS, type ForwardedHeaders } from "../net/proxies.ts";

export type Clients = ReturnType<typeof createClients>;

/** Creates functions that find the address of a request's client, for rate limits. */
export function createClients(readProxies: ReturnType<typeof createProxyReader>) {
  /** Returns the client's address or network; null if a proxy does not name the client. */
  function find(context: Context): string | null {
    const { client } = readProxies(getPeer(context), getForwardedHeaders(context));
    return client === null ? null : toNetwork(client);
  }

  return {
    find,
    /**
     * Returns the client's IPv4 address, or its IPv6 /64 network, since one client usually has a whole /64 network.
     * Returns the address of the connection if the client is unknown.
     */
    get: (context: Context): string => find(context) ?? toNetwork(getPeer(context)),
  };
}

/** Returns the remote address of the connection: the address of the client or of a proxy. */
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
