import { Agent, type buildConnector, request } from "undici";
import { createCookies } from "./cookies.ts";
import {
  checkUrl,
  createGuardedConnector,
  createResolver,
  type Exemptions,
  exemptHost,
  type ResolveHostname,
  resolveRedirect,
} from "./guard.ts";
import { createKeyedLimit } from "./keyedLimit.ts";
import { openStream, type StreamResponse } from "./openStream.ts";
import { OutboundError, type TimeLimits, toOutboundError } from "./outboundError.ts";
import { readBody } from "./readBody.ts";

/** The guarded HTTP client. It sends all outbound requests of the server except those to S3. */
export interface Outbound {
  /**
   * Fetches a document and follows up to 5 redirects. Resolves for any status. Cookies that a redirect sets are sent to
   * the same origin during this request only, since some sites redirect to the same URL until they get their cookies.
   *
   * @param headers headers that override the client's own
   * @param privateUrl URL whose host may have a private address during this request
   * @throws {OutboundError} if there is no complete response: the request was rejected, or the host is unreachable, too
   *   slow or sends too much
   */
  get(url: string, headers?: Record<string, string>, privateUrl?: string): Promise<OutboundResponse>;
  /** Posts a form. Follows no redirect. @throws {OutboundError} if there is no complete response */
  post(url: string, form: URLSearchParams): Promise<PlainResponse>;
  /**
   * Sends PURGE to a cache in front of the server. Follows no redirect. The host may have a private address and any
   * port, since the operator sets the URL.
   *
   * @throws {OutboundError} if there is no complete response
   */
  purge(url: string, headers: Record<string, string>): Promise<PlainResponse>;
  /**
   * Opens an endless document, such as a radio stream, and follows up to 5 redirects. The caller must destroy the body.
   *
   * @param privateUrl URL whose host may have a private address during this request
   * @throws {OutboundError} if no response begins: the request was rejected, or the host is unreachable or too slow
   */
  open(url: string, headers: Record<string, string>, privateUrl?: string): Promise<StreamResponse>;
  close(): Promise<void>;
}

interface PlainResponse {
  status: number;
  /** Names are in lower case. Of a repeated header, only the last value is included. */
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

export interface OutboundResponse extends PlainResponse {
  /** The URL that responded, after redirects. */
  url: string;
  /** `url` if there were redirects and all were permanent (301, 308); otherwise null. */
  movedTo: string | null;
}

/**
 * Connections for all requests that may reach the same private hosts and ports. Each client has its own connections.
 * Otherwise, a request could reuse an open connection to a private host that only other requests may reach.
 */
interface Client {
  exemptions: Exemptions;
  agent: Agent;
  connectStream: buildConnector.connector;
}

interface Options {
  /** Servers, as `host:port`, that requests may reach even at a private address or on a port besides 80 and 443. */
  allowedHosts: readonly string[];
  userAgent: string;
  /** Ports besides 80 and 443 that may be used on every public host. */
  ports?: () => readonly number[];
  resolve?: ResolveHostname;
  limits?: TimeLimits;
}

const MAX_REDIRECTS = 5;
const MAX_REQUESTS_PER_HOST = 2;
/**
 * Time limit, in ms, for connecting to a stream, and then for receiving its headers. It is short, since a person waits
 * meanwhile, for the radio or for a check of links.
 */
const STREAM_MS = 5000;
const LIMITS: TimeLimits = { connectMs: 10_000, headersMs: 15_000, totalMs: 30_000 };
const PERMANENT_REDIRECTS = [301, 308];
const TEMPORARY_REDIRECTS = [302, 303, 307];

/** Opens a client that reaches `allowedHosts`, hosts of private URLs, and public hosts on ports 80, 443 and `ports`. */
export function openOutbound(options: Options): Outbound {
  const { allowedHosts, userAgent, ports = () => [], resolve = createResolver([]), limits = LIMITS } = options;
  const closing = new AbortController();
  const limitPerHost = createKeyedLimit(MAX_REQUESTS_PER_HOST);
  const publicClient = createClient({ hosts: new Set(allowedHosts), ports });
  const privateClients = new Map<string, Client>();
  const streams = new Set<StreamResponse["body"]>();

  function createClient(exemptions: Exemptions): Client {
    return {
      exemptions,
      agent: new Agent({
        connect: createGuardedConnector(exemptions.hosts, resolve, limits.connectMs),
        headersTimeout: limits.headersMs,
        bodyTimeout: limits.totalMs,
        keepAliveTimeout: 4000,
      }),
      connectStream: createGuardedConnector(exemptions.hosts, resolve, STREAM_MS, { allowH2: false }),
    };
  }

  function getClient(privateUrl: string | undefined): Client {
    if (privateUrl === undefined) return publicClient;
    const { origin } = new URL(privateUrl);
    return privateClients.getOrInsertComputed(origin, () => createClient(exemptHost(origin, publicClient.exemptions)));
  }

  async function get(
    url: string,
    headers: Record<string, string> = {},
    privateUrl?: string,
  ): Promise<OutboundResponse> {
    const client = getClient(privateUrl);
    const cookies = createCookies();
    let remainingMs = limits.totalMs;
    return followRedirects(url, client, (target) =>
      // Measures the time from here, since waiting in the queue must not count toward the host's time limit.
      limitPerHost(target.hostname, async () => {
        const startedAt = performance.now();
        const own = { ...headers, ...cookies.toHeaders(target) };
        const { setCookies, ...response } = await send(client, target, own, Math.max(1, Math.ceil(remainingMs)));
        cookies.add(target, setCookies);
        remainingMs -= performance.now() - startedAt;
        return response;
      }),
    );
  }

  async function post(url: string, form: URLSearchParams): Promise<PlainResponse> {
    const target = checkUrl(url, publicClient.exemptions);
    const headers = { "content-type": "application/x-www-form-urlencoded", accept: "*/*" };
    const content = { method: "POST", body: form.toString() } as const;
    return limitPerHost(target.hostname, () => send(publicClient, target, headers, limits.totalMs, content));
  }

  async function purge(url: string, headers: Record<string, string>): Promise<PlainResponse> {
    const client = getClient(url);
    return send(client, checkUrl(url, client.exemptions), headers, limits.totalMs, { method: "PURGE" });
  }

  async function open(url: string, headers: Record<string, string>, privateUrl?: string): Promise<StreamResponse> {
    const client = getClient(privateUrl);
    const { connectStream } = client;
    return followRedirects(url, client, async (target) => {
      throwIfClosed();
      try {
        const response = await openStream(target, { "user-agent": userAgent, ...headers }, connectStream, STREAM_MS);
        streams.add(response.body);
        response.body.once("close", () => streams.delete(response.body));
        if (closing.signal.aborted || isRedirect(response)) response.body.destroy();
        return response;
      } catch (error) {
        throw toOutboundError(error, target, { ...limits, connectMs: STREAM_MS });
      }
    });
  }

  async function followRedirects<T extends Pick<PlainResponse, "status" | "headers">>(
    url: string,
    { exemptions }: Client,
    sendTo: (target: URL) => Promise<T>,
  ): Promise<T & Pick<OutboundResponse, "url" | "movedTo">> {
    let target = checkUrl(url, exemptions);
    let isPermanent = true;
    for (let redirects = 0; ; redirects++) {
      const response = await sendTo(target);
      if (!isRedirect(response))
        return { ...response, url: target.href, movedTo: redirects > 0 && isPermanent ? target.href : null };
      const { location = "" } = response.headers;
      if (redirects === MAX_REDIRECTS)
        throw new OutboundError(`More than ${MAX_REDIRECTS} redirects, the last to ${location.slice(0, 200)}.`);
      isPermanent &&= PERMANENT_REDIRECTS.includes(response.status);
      target = resolveRedirect(location, target, exemptions);
    }
  }

  async function send(
    { agent }: Client,
    target: URL,
    headers: Record<string, string>,
    ms: number,
    content: { method?: "POST" | "PURGE"; body?: string } = {},
  ): Promise<PlainResponse & { setCookies: readonly string[] }> {
    throwIfClosed();
    const signal = AbortSignal.any([AbortSignal.timeout(ms), closing.signal]);
    try {
      const response = await request(target, {
        dispatcher: agent,
        signal,
        ...content,
        headers: {
          "user-agent": userAgent,
          accept: "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8",
          "accept-encoding": "gzip, deflate, br, zstd",
          ...headers,
        },
      });
      const setCookies = [response.headers["set-cookie"] ?? []].flat();
      const head = { status: response.statusCode, headers: flattenHeaders(response.headers), setCookies };
      // 204 and 304 have no body, even if their headers describe one (RFC 9110, 15.3.5 and 15.4.5).
      if (isRedirect(head) || head.status === 204 || head.status === 304) {
        await response.body.dump({ limit: 64 * 1024 });
        return { ...head, body: new Uint8Array(0) };
      }
      return { ...head, body: await readBody(response.body, head.headers["content-encoding"]) };
    } catch (error) {
      throw toOutboundError(error, target, limits);
    }
  }

  function throwIfClosed(): void {
    if (closing.signal.aborted) throw new OutboundError("The client is closed.");
  }

  return {
    get,
    post,
    purge,
    open,
    async close() {
      closing.abort();
      for (const body of streams) body.destroy();
      await Promise.all([publicClient, ...privateClients.values()].map(({ agent }) => agent.destroy()));
    },
  };
}

function isRedirect({ status, headers }: Pick<PlainResponse, "status" | "headers">): boolean {
  return [...PERMANENT_REDIRECTS, ...TEMPORARY_REDIRECTS].includes(status) && Boolean(headers.location);
}

function flattenHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().at(-1)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
