import { Agent, request } from "undici";
import { openTurns } from "./concurrency.ts";
import {
  checkAddress,
  checkRedirect,
  type Exemptions,
  guardedConnector,
  OutboundError,
  type Resolve,
  resolverOf,
} from "./guard.ts";
import { type OpenStream, openStream } from "./openStream.ts";
import { readBody } from "./readBody.ts";

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
  /**
   * Posts a form by HTTP, following no redirect.
   *
   * @returns the answer whatever its status
   * @throws {OutboundError} where there is no whole answer
   */
  post(url: string, form: URLSearchParams): Promise<Pick<Answer, "status" | "headers" | "body">>;
  /**
   * Opens a document that has no end, such as a radio station's stream, following redirects.
   *
   * @returns the answer whatever its status, its body as it comes, to be destroyed by whoever asked
   * @throws {OutboundError} where there is no answer: refused, unreachable, too slow
   */
  open(url: string, headers?: Record<string, string>): Promise<OpenStream>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  /** Names in lower case; of a repeated header the last. */
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
  /** The address that answered, after redirects. */
  url: string;
  /** The same where every redirect on the way said that it is for good (301, 308), else null. */
  movedTo: string | null;
}

interface Limits {
  connectMs: number;
  headersMs: number;
  wholeMs: number;
}

interface Options {
  /** `host:port` names that may be private and on any port. */
  allowedHosts: readonly string[];
  /** Names the software and the site, so that publishers know who asks. */
  userAgent: string;
  /** Ports beside 80 and 443 that are open on every public host. */
  ports?: () => readonly number[];
  resolve?: Resolve;
  limits?: Limits;
}

const MAX_REDIRECTS = 5;
const AT_ONCE_PER_HOST = 2;
/** A listener waits while a station is tried. */
const STREAM_MS = 5000;
const LIMITS: Limits = { connectMs: 10_000, headersMs: 15_000, wholeMs: 30_000 };
const FOR_GOOD = [301, 308];
const FOR_NOW = [302, 303, 307];

/** Opens the guarded client. It goes to public addresses on ports 80, 443 and those that the options name. */
export function openOutbound({
  allowedHosts,
  userAgent,
  ports = () => [],
  resolve = resolverOf([]),
  limits = LIMITS,
}: Options): Outbound {
  const exemptions: Exemptions = { hosts: new Set(allowedHosts), ports };
  const stop = new AbortController();
  const inTurn = openTurns(AT_ONCE_PER_HOST);
  const agent = new Agent({
    connect: guardedConnector(exemptions.hosts, resolve, limits.connectMs),
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.wholeMs,
    keepAliveTimeout: 4000,
  });

  const connectStream = guardedConnector(exemptions.hosts, resolve, STREAM_MS, { allowH2: false });
  const streams = new Set<OpenStream["body"]>();

  async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
    let here = checkAddress(url, exemptions);
    let isForGood = true;
    let left = limits.wholeMs;
    for (let redirects = 0; ; redirects++) {
      // Waiting for one's turn takes none of the time that the host is given.
      const answer = await inTurn(here.hostname, async () => {
        const started = performance.now();
        const result = await ask(here, headers, Math.max(1, Math.ceil(left)));
        left -= performance.now() - started;
        return result;
      });
      const { location } = answer.headers;
      if (![...FOR_GOOD, ...FOR_NOW].includes(answer.status) || !location)
        return { ...answer, url: here.href, movedTo: redirects > 0 && isForGood ? here.href : null };
      if (redirects === MAX_REDIRECTS)
        throw new OutboundError(`More than ${MAX_REDIRECTS} redirects, the last to ${location.slice(0, 200)}.`);
      isForGood &&= FOR_GOOD.includes(answer.status);
      here = checkRedirect(location, here, exemptions);
    }
  }

  async function post(url: string, form: URLSearchParams) {
    const here = checkAddress(url, exemptions);
    const headers = { "content-type": "application/x-www-form-urlencoded", accept: "*/*" };
    return inTurn(here.hostname, () => ask(here, headers, limits.wholeMs, form.toString()));
  }

  async function ask(here: URL, headers: Record<string, string>, ms: number, form?: string) {
    if (stop.signal.aborted) throw new OutboundError("The client is closed.");
    const signal = AbortSignal.any([AbortSignal.timeout(ms), stop.signal]);
    try {
      const answer = await request(here, {
        dispatcher: agent,
        signal,
        ...(form !== undefined && { method: "POST", body: form }),
        headers: {
          "user-agent": userAgent,
          accept: "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8",
          "accept-encoding": "gzip, deflate, br, zstd",
          ...headers,
        },
      });
      const answered = flatten(answer.headers);
      if ([...FOR_GOOD, ...FOR_NOW].includes(answer.statusCode) && answered.location) {
        await answer.body.dump({ limit: 64 * 1024 });
        return { status: answer.statusCode, headers: answered, body: new Uint8Array(0) };
      }
      // These have no body, whatever their headers describe (RFC 9110, 15.3.5 and 15.4.5).
      if (answer.statusCode === 204 || answer.statusCode === 304) {
        await answer.body.dump();
        return { status: answer.statusCode, headers: answered, body: new Uint8Array(0) };
      }
      const body = await readBody(answer.body, answered["content-encoding"]);
      return { status: answer.statusCode, headers: answered, body };
    } catch (error) {
      throw explain(error, here, limits);
    }
  }

  async function open(url: string, headers: Record<string, string> = {}): Promise<OpenStream> {
    let here = checkAddress(url, exemptions);
    for (let redirects = 0; ; redirects++) {
      if (stop.signal.aborted) throw new OutboundError("The client is closed.");
      const answer = await openStream(here, { "user-agent": userAgent, ...headers }, connectStream, STREAM_MS).catch(
        (error) => {
          throw explain(error, here, { ...limits, connectMs: STREAM_MS });
        },
      );
      streams.add(answer.body);
      answer.body.once("close", () => streams.delete(answer.body));
      if (stop.signal.aborted) answer.body.destroy();
      const { location } = answer.headers;
      if (![...FOR_GOOD, ...FOR_NOW].includes(answer.status) || !location) return answer;
      answer.body.destroy();
      if (redirects === MAX_REDIRECTS)
        throw new OutboundError(`More than ${MAX_REDIRECTS} redirects, the last to ${location.slice(0, 200)}.`);
      here = checkAddress(URL.parse(location, here)?.href ?? location, exemptions);
    }
  }

  return {
    get,
    post,
    open,
    async close() {
      stop.abort();
      for (const body of streams) body.destroy();
      await agent.destroy();
    },
  };
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.at(-1) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Names a network failure in a sentence. */
function explain(error: unknown, url: URL, { connectMs, headersMs, wholeMs }: Limits): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code, name, message, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (cause instanceof OutboundError) return cause;
  const reasons: Record<string, string> = {
    ENOTFOUND: `The name ${url.hostname} was not found.`,
    EAI_AGAIN: `The name ${url.hostname} could not be looked up: no name server answers.`,
    ECONNREFUSED: `${url.host} refused the connection.`,
    ECONNRESET: `${url.host} cut the connection.`,
    UND_ERR_SOCKET: `${url.host} cut the connection.`,
    UND_ERR_CONNECT_TIMEOUT: `${url.host} did not take the connection within ${connectMs / 1000} s.`,
    UND_ERR_HEADERS_TIMEOUT: `${url.host} did not answer within ${headersMs / 1000} s.`,
    UND_ERR_BODY_TIMEOUT: `${url.host} stopped in the middle of its answer.`,
    UND_ERR_HEADERS_OVERFLOW: `${url.host} sent more headers than an answer has.`,
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: `${url.host} sent less than it announced.`,
  };
  const reason =
    name === "TimeoutError" ? `${url.host} did not finish within ${wholeMs / 1000} s.` : reasons[code ?? ""];
  return new OutboundError(reason ?? `${url.host}: ${message}.`, { cause: error });
}
