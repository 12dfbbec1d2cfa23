import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { Agent, buildConnector, request } from "undici";
import { isPublicAddress } from "./addresses.ts";

/** The one door through which the server reaches the world. */
export interface Outbound {
  /**
   * Gets a document by HTTP, following redirects.
   *
   * @param headers sent beside the software's own
   * @returns the answer whatever its status, its body decompressed
   * @throws {OutboundError} where there is no whole answer: refused, unreachable, too slow, too large
   */
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  /** Names in lower case; of a repeated header the last. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** The address that answered, after redirects. */
  url: string;
}

/** What the outbound client throws. The message is one plain sentence for logs and for operators. */
class OutboundError extends Error {
  override name = "OutboundError";
}

const MAX_REDIRECTS = 5;
const MAX_BYTES = 15 * 1024 * 1024;
const CONNECT_MS = 10_000;
const HEADERS_MS = 15_000;
const WHOLE_MS = 30_000;
const CONNECTIONS_PER_HOST = 2;

/**
 * Opens the guarded client. It goes to public addresses on ports 80 and 443 only. The address is checked where the socket
 * connects, after the name was looked up, so that neither a redirect nor a name that changes its answer leads inside.
 *
 * @param allowedHosts `host:port` names that are exempt from both rules
 * @param userAgent names the software and the site, so that publishers know who asks
 */
export function openOutbound(allowedHosts: readonly string[], userAgent: string): Outbound {
  const exempt = new Set(allowedHosts);
  const stop = new AbortController();
  const agent = new Agent({
    connect: guardedConnector(exempt),
    connections: CONNECTIONS_PER_HOST,
    headersTimeout: HEADERS_MS,
    bodyTimeout: WHOLE_MS,
  });

  async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
    const signal = AbortSignal.any([AbortSignal.timeout(WHOLE_MS), stop.signal]);
    let here = checkAddress(url, exempt);
    for (let redirects = 0; ; redirects++) {
      try {
        const answer = await request(here, {
          dispatcher: agent,
          signal,
          headers: {
            "user-agent": userAgent,
            accept:
              "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8",
            "accept-encoding": "gzip, deflate, br, zstd",
            ...headers,
          },
        });
        const answered = flatten(answer.headers);
        const location = answered.location;
        if (isRedirect(answer.statusCode) && location) {
          await answer.body.dump();
          if (redirects === MAX_REDIRECTS)
            throw new OutboundError(`More than ${MAX_REDIRECTS} redirects, the last to ${location}.`);
          here = checkAddress(URL.parse(location, here)?.href ?? location, exempt);
          continue;
        }
        const body = await readAll(answer.body, answered["content-encoding"]);
        return { status: answer.statusCode, headers: answered, body, url: here.href };
      } catch (error) {
        throw explain(error, here);
      }
    }
  }

  return {
    get,
    async close() {
      stop.abort();
      await agent.destroy();
    },
  };
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function checkAddress(address: string, exempt: ReadonlySet<string>): URL {
  const url = URL.parse(address);
  if (!url) throw new OutboundError(`${JSON.stringify(address)} is no address.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new OutboundError(`${url.protocol} is refused: only http and https are fetched.`);
  if (url.username || url.password) throw new OutboundError("An address with a user name or password is refused.");
  if (url.port && !exempt.has(hostAndPort(url)))
    throw new OutboundError(`Port ${url.port} is refused: only 80 and 443 are fetched from.`);
  return url;
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`;
}

function guardedConnector(exempt: ReadonlySet<string>): buildConnector.connector {
  const open = buildConnector({ timeout: CONNECT_MS });
  const guarded = buildConnector({ timeout: CONNECT_MS, lookup: lookupPublic });
  return (options, callback) => {
    const port = options.port || (options.protocol === "https:" ? "443" : "80");
    if (exempt.has(`${options.hostname}:${port}`)) return open(options, callback);
    // A literal address is connected to without a look-up, so it is checked here.
    const literal = options.hostname.replace(/^\[|\]$/g, "");
    const isLiteral = literal.includes(":") || /^[\d.]+$/.test(literal);
    if (isLiteral && !isPublicAddress(literal))
      return callback(new OutboundError(`${literal} is refused: it is no public address.`), null);
    return guarded(options, callback);
  };
}

/** Looks a name up and passes on public addresses only. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "");
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    const first = open[0];
    if (!first) {
      const found = addresses.map(({ address }) => address).join(", ");
      return callback(new OutboundError(`${hostname} is refused: its address ${found} is no public one.`), "");
    }
    if (options.all) return callback(null, open);
    return callback(null, first.address, first.family);
  });
};

/** Reads a body to its end, decompressed, counting what comes out. */
async function readAll(body: Readable, encoding: string | undefined): Promise<Uint8Array> {
  const stream = decompress(body, encoding);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      body.destroy();
      throw new OutboundError(`The answer is larger than ${MAX_BYTES / 1024 / 1024} MiB.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decompress(body: Readable, encoding: string | undefined): Readable {
  const steps = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
    zstd: createZstdDecompress,
  };
  const step = steps[encoding?.trim().toLowerCase() as keyof typeof steps];
  if (!step) return body;
  const out = step();
  body.on("error", (error) => out.destroy(error));
  return body.pipe(out);
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.at(-1) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Names a network failure in a sentence. */
function explain(error: unknown, url: URL): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code, name, message, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (cause instanceof OutboundError) return cause;
  const reasons: Record<string, string> = {
    ENOTFOUND: `The name ${url.hostname} was not found.`,
    EAI_AGAIN: `The name ${url.hostname} could not be looked up: no name server answers.`,
    ECONNREFUSED: `${url.host} refused the connection.`,
    ECONNRESET: `${url.host} cut the connection.`,
    UND_ERR_SOCKET: `${url.host} cut the connection.`,
    UND_ERR_CONNECT_TIMEOUT: `${url.host} did not take the connection within ${CONNECT_MS / 1000} s.`,
    UND_ERR_HEADERS_TIMEOUT: `${url.host} did not answer within ${HEADERS_MS / 1000} s.`,
    UND_ERR_BODY_TIMEOUT: `${url.host} stopped in the middle of its answer.`,
  };
  const reason =
    name === "TimeoutError" ? `${url.host} did not finish within ${WHOLE_MS / 1000} s.` : reasons[code ?? ""];
  return new OutboundError(reason ?? `${url.host}: ${message}.`, { cause: error });
}
