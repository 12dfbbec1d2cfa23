import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "../net/publicAddresses.ts";

/**
 * Returns the client of a request for rate limits: its IPv4 address, or its IPv6 /64 network, since one client has a whole
 * network of addresses.
 *
 * `X-Forwarded-For` counts only from a private address, such as that of a proxy on this machine: on the open internet
 * anybody can send it.
 */
export function getClient(context: Context): string {
  return findClient(context) ?? toNetwork(peerOf(context));
}

/** Returns the client as `clientOf` does, but null for a proxy that does not say whom it forwards for. */
export function findClient(context: Context): string | null {
  const peer = peerOf(context);
  const address = isPublicAddress(peer) ? peer : context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim();
  return address ? toNetwork(address) : null;
}

function peerOf(context: Context): string {
  return getConnInfo(context).remote.address ?? "";
}

function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return (parsed as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
