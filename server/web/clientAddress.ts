import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "../net/publicAddresses.ts";

/**
 * Returns the client of a request for rate limits: its IPv4 address, or its IPv6 /64 network, all of which one client
 * has. `X-Forwarded-For` counts only from a private address, such as a local proxy's: on the internet anybody can send
 * it.
 */
export function getClient(context: Context): string {
  return findClient(context) ?? toNetwork(getPeer(context));
}

/** Like `getClient`, but returns null for a proxy that does not name its client. */
export function findClient(context: Context): string | null {
  const peer = getPeer(context);
  const address = isPublicAddress(peer) ? peer : context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim();
  return address ? toNetwork(address) : null;
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
