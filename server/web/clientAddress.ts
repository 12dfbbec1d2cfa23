import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "../net/publicAddresses.ts";

/**
 * Who a request comes from, to count what one client does: its IPv4 address, or its network of IPv6, of which one client
 * has more addresses than can be counted.
 *
 * A connection from inside, such as this machine's proxy, is believed in whom it says it speaks for; one from the open
 * internet is not, since everybody can write that header.
 */
export function clientOf(context: Context): string {
  return findClient(context) ?? networkOf(peerOf(context));
}

/** Returns the client as `clientOf` does, but null for a proxy that does not say whom it forwards for. */
export function findClient(context: Context): string | null {
  const peer = peerOf(context);
  const address = isPublicAddress(peer) ? peer : context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim();
  return address ? networkOf(address) : null;
}

function peerOf(context: Context): string {
  return getConnInfo(context).remote.address ?? "";
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return (parsed as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
