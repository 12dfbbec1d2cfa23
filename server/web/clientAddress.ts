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
  const peer = getConnInfo(context).remote.address ?? "";
  const forwarded = context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim();
  return networkOf(forwarded && !isPublicAddress(peer) ? forwarded : peer);
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return (parsed as ipaddr.IPv6).parts.slice(0, 4).join(":");
}
