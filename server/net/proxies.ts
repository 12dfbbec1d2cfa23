import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Headers that describe the request as a proxy received it. */
export const FORWARDED_HEADERS = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded"] as const;
export type ForwardedHeaders = Partial<Record<(typeof FORWARDED_HEADERS)[number], string | undefined>>;

/** A request as it reached the outermost trusted proxy or, without a proxy, this server. */
interface ForwardedRequest {
  /** Address of the client; null if all reported addresses are trusted proxies. */
  client: string | null;
  protocol: "http" | "https";
  /** The requested host, with a port if it has one; undefined if no trusted proxy sent a host. */
  host: string | undefined;
}

/** Values that proxies reported. Each list begins with the outermost proxy. */
type Hops = Record<"for" | "proto" | "host", string[]>;

const MAX_CACHED_PEERS = 1000;

/** Returns true for a valid entry of TRUSTED_PROXIES: "loopback", an IP address or a network in CIDR notation. */
export function isProxyRange(text: string): boolean {
  const [address = ""] = text.split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return text === "loopback" || (isAddress && (text === address || ipaddr.isValidCIDR(text)));
}

/**
 * Returns a function that reads what trusted proxies report about a request. Each proxy appends the address of its
 * peer. The client's address is therefore the last address that is not a trusted proxy's. Addresses before it may be
 * forged.
 *
 * @param trusted entries of TRUSTED_PROXIES: "loopback", IP addresses and networks
 * @param trustsSocket true if the server listens on a Unix socket: a peer without an address is then a proxy on this
 *   machine. Otherwise, such a peer is a closed TCP connection.
 */
export function createProxyReader(trusted: readonly string[], trustsSocket = false) {
  const ranges = trusted.flatMap((text) => (text === "loopback" ? ["127.0.0.0/8", "::1/128"] : [text])).map(parseRange);
  const known = new LRUCache<string, boolean>({ max: MAX_CACHED_PEERS });

  function isTrusted(address: string): boolean {
    if (address === "") return trustsSocket;
    const cached = known.get(address);
    if (cached !== undefined) return cached;
    const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
    const result = ranges.some(([network, bits]) => network.kind() === parsed?.kind() && parsed.match(network, bits));
    known.set(address, result);
    return result;
  }

  return (peer: string, headers: ForwardedHeaders): ForwardedRequest => {
    if (!isTrusted(peer)) return { client: peer, protocol: "http", host: undefined };
    const hops = readHops(headers);
    const addresses = [...hops.for, peer];
    const clientAt = addresses.findLastIndex((address) => !isTrusted(address));
    // Each trusted proxy appends one value to a header's list, so the value of the outermost of three proxies is the third
    // from the end. A list with fewer values than proxies was replaced by a proxy; then the list's first value counts.
    const proxies = addresses.length - 1 - clientAt;
    const reportOf = (values: readonly string[]) => values.at(-Math.min(values.length, proxies));
    return {
      client: addresses[clientAt] ?? null,
      protocol: reportOf(hops.proto)?.toLowerCase() === "https" ? "https" : "http",
      host: reportOf(hops.host),
    };
  };
}

/**
 * Reads the headers of proxies. Ignores `Forwarded` (RFC 7239) if there are X-Forwarded headers: a proxy that sends
 * X-Forwarded headers may pass on a `Forwarded` header that the client wrote.
 */
function readHops(headers: ForwardedHeaders): Hops {
  const {
    "x-forwarded-for": addresses,
    "x-forwarded-proto": protocols,
    "x-forwarded-host": hosts,
    forwarded,
  } = headers;
  if (forwarded !== undefined && !addresses && !protocols && !hosts) return parseForwarded(forwarded);
  return { for: parseList(addresses), proto: parseList(protocols), host: parseList(hosts) };
}

function parseList(header: string | undefined): string[] {
  if (!header) return [];
  return header
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/** Parses a `Forwarded` header: `for=192.0.2.60;proto=https;host=news.example, for="[2001:db8::1]:4711"`. */
function parseForwarded(header: string): Hops {
  const hops: Hops = { for: [], proto: [], host: [] };
  for (const pair of splitForwarded(header)) {
    const [name = "", ...rest] = pair.split("=");
    const value = rest.join("=").trim();
    const parameter = name.trim().toLowerCase();
    if (parameter === "for") hops.for.push(/^\[(.+)\]/.exec(value)?.[1] ?? value.replace(/:\d+$/, ""));
    if (parameter === "proto" || parameter === "host") hops[parameter].push(value);
  }
  return hops;
}

/**
 * Splits a header at commas and semicolons outside of quotation marks, and removes these marks (RFC 7239, 4). Takes
 * linear time.
 */
function splitForwarded(header: string): string[] {
  const pairs: string[] = [];
  let pair = "";
  let isQuoted = false;
  for (let index = 0; index < header.length; index++) {
    const char = header[index] as string;
    if (isQuoted && char === "\\") pair += header[++index] ?? "";
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === "," || char === ";")) {
      pairs.push(pair);
      pair = "";
    } else pair += char;
  }
  return [...pairs, pair];
}

function parseRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
