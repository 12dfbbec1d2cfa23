import { lookup, Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { isPublicAddress } from "./publicAddresses.ts";

/** What the outbound client throws. The message is one plain sentence for logs and for operators. */
export class OutboundError extends Error {
  override name = "OutboundError";
}

/** Looks up a host name. @returns its IP addresses, at least one; rejects where it has none */
export type Resolve = (hostname: string) => Promise<string[]>;

/** What the guard lets through beside the open internet's ports 80 and 443. */
export interface Exemptions {
  /** `host:port` names that may be private and on any port. */
  hosts: ReadonlySet<string>;
  /** Further ports that are open on every public host. */
  ports: () => readonly number[];
}

/** Names that mean this machine or what manages it, whatever a name server says (RFC 6761, RFC 6762, RFC 9476). */
const INSIDE =
  /^(localhost|ip6-(localhost|loopback)|metadata|instance-data|.+\.(localhost|local|internal|localdomain))$/;

/** The machine's own way of looking up names, or that of the named servers (`host:port`). */
export function resolverOf(servers: readonly string[]): Resolve {
  if (servers.length === 0)
    return async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  resolver.setServers(servers);
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [
      ...(four.status === "fulfilled" ? four.value : []),
      ...(six.status === "fulfilled" ? six.value : []),
    ];
    if (found.length === 0) throw four.status === "rejected" ? four.reason : new Error(`${hostname} has no address`);
    return found;
  };
}

/**
 * What can be told of an address without looking its name up.
 *
 * @returns the address, read
 * @throws {OutboundError} where it is none, or not one that is fetched from
 */
export function checkAddress(address: string, { hosts, ports }: Exemptions): URL {
  const url = URL.parse(address);
  if (!url) throw new OutboundError(`${JSON.stringify(address)} is no address.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new OutboundError(`${url.protocol} is refused: only http and https are fetched.`);
  if (url.username || url.password) throw new OutboundError("An address with a user name or password is refused.");
  if (hosts.has(hostAndPort(url))) return url;
  if (url.port && ![80, 443, ...ports()].includes(Number(url.port)))
    throw new OutboundError(`Port ${url.port} is refused: only 80, 443 and the edition's ports are fetched from.`);
  const name = url.hostname.replace(/\.$/, "").toLowerCase();
  if (INSIDE.test(name)) throw new OutboundError(`${name} is refused: it is a name of the inside.`);
  const literal = literalOf(url.hostname);
  if (literal && !isPublicAddress(literal)) throw new OutboundError(`${literal} is refused: it is no public address.`);
  return url;
}

/**
 * Where a redirect leads.
 *
 * @throws {OutboundError} where that is no address, or not one that is fetched from
 */
export function checkRedirect(location: string, from: URL, exemptions: Exemptions): URL {
  // Parsers of addresses drop line ends silently; here they are an attempt to smuggle a header.
  if (/[\r\n\t]/.test(location.trim())) throw new OutboundError("A redirect with a line end in it is refused.");
  return checkAddress(URL.parse(location, from)?.href ?? location, exemptions);
}

/**
 * Decides on an address as the client would when it connects, without a request.
 *
 * @throws {OutboundError} where it is refused, or its name has no address
 */
export async function checkReach(address: string, exemptions: Exemptions, resolve: Resolve): Promise<void> {
  const url = checkAddress(address, exemptions);
  if (exemptions.hosts.has(hostAndPort(url)) || literalOf(url.hostname)) return;
  try {
    await publicAddresses(url.hostname, resolve);
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(`The name ${url.hostname} could not be looked up.`, { cause: error });
  }
}

/**
 * Opens sockets to public addresses only. The check stands where the socket connects, after the name was looked up, so
 * that neither a redirect nor a name that changes its answer leads inside.
 */
export function guardedConnector(
  exempt: ReadonlySet<string>,
  resolve: Resolve,
  timeout: number,
  { allowH2 = true } = {},
): buildConnector.connector {
  const open = buildConnector({ timeout, allowH2, lookup: lookupBy((hostname) => resolve(hostname)) });
  const guarded = buildConnector({
    ...{ timeout, allowH2 },
    lookup: lookupBy((hostname) => publicAddresses(hostname, resolve)),
  });
  return (options, callback) => {
    const port = options.port || (options.protocol === "https:" ? "443" : "80");
    if (exempt.has(`${options.hostname}:${port}`)) return open(options, callback);
    // A literal address is connected to without a look-up, so it is checked here.
    const literal = literalOf(options.hostname);
    if (literal && !isPublicAddress(literal))
      return callback(new OutboundError(`${literal} is refused: it is no public address.`), null);
    return guarded(options, callback);
  };
}

/** A name with one private address among public ones is refused whole: the next socket might take that one. */
async function publicAddresses(hostname: string, resolve: Resolve): Promise<string[]> {
  const addresses = await resolve(hostname);
  const inside = addresses.filter((address) => !isPublicAddress(address));
  if (inside.length > 0)
    throw new OutboundError(`${hostname} is refused: its address ${inside.join(", ")} is no public one.`);
  return addresses;
}

function lookupBy(find: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    find(hostname).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
        const [first] = addresses;
        if (options.all || !first) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return bare.includes(":") || /^[\d.]+$/.test(bare) ? bare : null;
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`;
}
