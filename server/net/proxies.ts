import ipaddr from "ipaddr.js";

/** Returns true for what TRUSTED_PROXIES may list: "loopback", an IP address or a network in CIDR notation. */
export function isProxyRange(text: string): boolean {
  const [address = ""] = text.split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return text === "loopback" || (isAddress && (text === address || ipaddr.isValidCIDR(text)));
}

/**
 * Returns a function that finds the client of a request: the first address that is not a trusted proxy, from the
 * connection's peer leftward through `X-Forwarded-For`. Anyone can have sent the addresses further left.
 *
 * @param trusted see `isProxyRange`
 */
export function createClientFinder(trusted: readonly string[]) {
  const ranges = trusted.flatMap((text) => (text === "loopback" ? ["127.0.0.0/8", "::1/128"] : [text])).map(parseRange);

  function isTrusted(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  }

  /** Returns null if all addresses are trusted proxies, so that none of them is the client's. */
  return (peer: string, forwardedFor: string | undefined): string | null => {
    const addresses = [...(forwardedFor?.split(",").map((address) => address.trim()) ?? []), peer];
    return addresses.findLast((address) => address !== "" && !isTrusted(address)) ?? null;
  };
}

function parseRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
