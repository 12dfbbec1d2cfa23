import { lookup, Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { OutboundError } from "./outboundError.ts";
import { isPublicAddress } from "./publicAddresses.ts";

/** Resolves a hostname to at least one IP address; rejects if there is none. */
export type ResolveHostname = (hostname: string) => Promise<string[]>;

/** Exceptions to the rule that only public hosts may be reached, and only on ports 80 and 443. */
export interface Exemptions {
  /** Hosts, as `host:port`. Their addresses may be private, and their port may be any port. */
  hosts: ReadonlySet<string>;
  /** Additional ports that may be used on every public host. */
  ports: () => readonly number[];
}

/** Adds a URL's host to the exemptions: on the URL's port and, for an upgrade to https, on port 443. */
export function exemptHost(address: string, exemptions: Exemptions): Exemptions {
  const url = new URL(address);
  return { ...exemptions, hosts: new Set([...exemptions.hosts, getHostAndPort(url), `${url.hostname}:443`]) };
}

/**
 * Matches names of this machine or of its cloud's metadata service. Such names are rejected whatever DNS returns (RFC
 * 6761, RFC 6762, RFC 9476).
 */
const INTERNAL_HOSTNAME =
  /^(localhost|ip6-(localhost|loopback)|metadata|instance-data|.+\.(localhost|local|internal|localdomain))$/;

/**
 * Creates a resolver that queries the given DNS servers (`host:port`). Without servers, returns the operating system's
 * resolver.
 */
export function createResolver(servers: readonly string[]): ResolveHostname {
  if (servers.length === 0)
    return async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  resolver.setServers(servers);
  return async (hostname) => {
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    if (addresses.length > 0) return addresses;
    throw results[0].status === "rejected" ? results[0].reason : new Error(`${hostname} has no address`);
  };
}

/** Parses a URL. @throws {OutboundError} if it is invalid, or forbidden by a rule that needs no DNS lookup */
export function checkUrl(address: string, { hosts, ports }: Exemptions): URL {
  const url = URL.parse(address);
  if (!url) throw new OutboundError(`${JSON.stringify(address)} is not a URL.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new OutboundError(`${url.protocol} is refused: only http and https are fetched.`);
  if (url.username || url.password) throw new OutboundError("A URL with a user name or password is refused.");
  if (hosts.has(getHostAndPort(url))) return url;
  if (url.port && ![80, 443, ...ports()].includes(Number(url.port)))
    throw new OutboundError(`Port ${url.port} is refused: only 80, 443 and the edition's ports are fetched from.`);
  const name = url.hostname.replace(/\.$/, "").toLowerCase();
  if (INTERNAL_HOSTNAME.test(name)) throw new OutboundError(`${name} is refused: internal hostname.`);
  checkIpLiteral(url.hostname);
  return url;
}

/** Resolves a Location header against the URL that sent the header, and checks the result as `checkUrl` does. */
export function resolveRedirect(location: string, from: URL, exemptions: Exemptions): URL {
  // A line break in a Location header is an attempt at header injection. URL parsers silently drop line breaks.
  if (/[\r\n\t]/.test(location.trim())) throw new OutboundError("A redirect that contains a line break is refused.");
  return checkUrl(URL.parse(location, from)?.href ?? location, exemptions);
}

/**
 * Checks a URL and the addresses of its hostname, as the outbound client does. Sends no request.
 *
 * @throws {OutboundError} if a rule forbids the URL, or its hostname has no address
 */
export async function checkReach(address: string, exemptions: Exemptions, resolve: ResolveHostname): Promise<void> {
  const url = checkUrl(address, exemptions);
  if (exemptions.hosts.has(getHostAndPort(url)) || getIpLiteral(url.hostname)) return;
  try {
    await resolvePublicAddresses(url.hostname, resolve);
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(`The host name ${url.hostname} could not be resolved.`, { cause: error });
  }
}

/**
 * Creates a connector that connects only to exempt hosts and public addresses. It checks the resolved addresses at each
 * connection, to prevent DNS rebinding.
 */
export function createGuardedConnector(
  exemptHosts: ReadonlySet<string>,
  resolve: ResolveHostname,
  timeout: number,
  { allowH2 = true } = {},
): buildConnector.connector {
  const connect = buildConnector({ timeout, allowH2, lookup: createLookup(resolve) });
  const lookupPublic = createLookup((hostname) => resolvePublicAddresses(hostname, resolve));
  const connectPublic = buildConnector({ timeout, allowH2, lookup: lookupPublic });
  return (options, callback) => {
    const port = options.port || (options.protocol === "https:" ? "443" : "80");
    if (exemptHosts.has(`${options.hostname}:${port}`)) return connect(options, callback);
    try {
      // Checks an IP literal here, since a socket does not call the lookup function for literals.
      checkIpLiteral(options.hostname);
    } catch (error) {
      return callback(error as Error, null);
    }
    return connectPublic(options, callback);
  };
}

/** Resolves a hostname. @throws {OutboundError} if any address is not public, since a socket could connect to it */
async function resolvePublicAddresses(hostname: string, resolve: ResolveHostname): Promise<string[]> {
  const addresses = await resolve(hostname);
  const internal = addresses.filter((address) => !isPublicAddress(address));
  if (internal.length > 0)
    throw new OutboundError(`${hostname} is refused: its address ${internal.join(", ")} is not public.`);
  return addresses;
}

/** Converts a resolver to the callback form of the option `lookup` of `net.connect`. */
function createLookup(resolve: ResolveHostname): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
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

function checkIpLiteral(hostname: string): void {
  const literal = getIpLiteral(hostname);
  if (literal && !isPublicAddress(literal)) throw new OutboundError(`${literal} is refused: not a public address.`);
}

function getIpLiteral(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return bare.includes(":") || /^[\d.]+$/.test(bare) ? bare : null;
}

function getHostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`;
}
