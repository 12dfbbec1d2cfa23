import type { Feed, RequestedInterval } from "../../../core/article.ts";
import { toMessage } from "../../../core/toMessage.ts";
import type { Relay } from "../../editions/schema/schema.ts";
import type { OutboundResponse } from "../../net/outbound.ts";
import type { ParsedFeed } from "../parse/readFeed.ts";
import { FEED_PARSER, type FetchTools } from "./fetchTools.ts";

export interface Attempt {
  /** "direct", or kind and host of the relay. */
  transport: string;
  /** The URL that responded, after redirects; the requested URL if there was no response. */
  finalUrl: string;
  /** Null if there was no response. */
  status: number | null;
  /** Size of the response, in bytes, after decompression. */
  bytes: number;
  ms: number;
  /** Number of articles; null if the feed could not be fetched or parsed, or has not changed. */
  articles: number | null;
  /** Error in one sentence; null after a success. */
  reason: string | null;
  headers: Record<string, string>;
}

export interface FetchRequest {
  /** URL of the feed in the edition's file. Relays fetch this URL. */
  url: string;
  /** URL for direct requests: `url`, or the URL to which the feed has moved. */
  directUrl: string;
  /** True if the feed's host may have a private address. Public relays never fetch such a feed. */
  isPrivate?: boolean;
  /** True to try relays first, because direct requests failed recently. */
  isDirectLast?: boolean;
  relays: readonly Relay[];
  /** Validators for a conditional direct request (RFC 9110, 13.1). */
  validators?: { etag: string | null; lastModified: string | null } | null;
  isBackingOff?: (host: string) => boolean;
  /** Number of the newest articles to return; all by default. */
  newest?: number;
}

export interface FetchResult {
  /** Null if no response contained a usable feed, or the feed has not changed. */
  feed: Feed | null;
  isUnchanged: boolean;
  pollingHints: RequestedInterval | null;
  /** The attempt that returned `feed` or a 304; null if there is none. */
  used: Attempt | null;
  /** Target of the permanent redirects of a successful direct request; null if there were none. */
  movedTo: string | null;
  /** Empty if `isBackingOff` returned true for every host. */
  attempts: Attempt[];
}

/** A URL that returns a feed: the feed's own URL, or a URL of a relay. */
interface Transport {
  name: string;
  url: string;
  kind: "direct" | Relay["kind"];
  /** URL whose host may have a private address. Undefined if the request may reach only public addresses. */
  privateUrl: string | undefined;
}

/**
 * Fetches a feed from its own URL and from relays, one after another, until a response is intact. Skips hosts for which
 * `isBackingOff` returns true. An attempt fails if the XML has a syntax error (specification, section 5). If all
 * attempts fail, returns the articles that precede the syntax error in the first malformed response.
 *
 * @returns the feed and every attempt. Failures of servers and feeds are part of the result, never thrown
 */
export async function fetchFeed(request: FetchRequest, tools: FetchTools): Promise<FetchResult> {
  const { url, directUrl, isPrivate = false, isDirectLast, relays, isBackingOff = () => false } = request;
  const privateUrl = isPrivate ? url : undefined;
  const directTransport: Transport = { name: "direct", url: directUrl, kind: "direct", privateUrl };
  const relayTransports = getRelayTransports(url, isPrivate ? relays.filter((relay) => relay.private) : relays);
  const transports = isDirectLast ? [...relayTransports, directTransport] : [directTransport, ...relayTransports];
  const attempts: Attempt[] = [];
  let damaged: { parsed: ParsedFeed; attempt: Attempt } | null = null;
  for (const transport of transports) {
    if (isBackingOff(new URL(transport.url).host)) continue;
    const { attempt, movedTo, parsed } = await tryTransport(transport, request, tools);
    attempts.push(attempt);
    if (attempt.reason === null)
      return { ...toResult(parsed, attempt), isUnchanged: parsed === null, movedTo, attempts };
    if (parsed) damaged ??= { parsed, attempt };
  }
  return { ...toResult(damaged?.parsed, damaged?.attempt), isUnchanged: false, movedTo: null, attempts };
}

function getRelayTransports(feedUrl: string, relays: readonly Relay[]): Transport[] {
  return relays.map((relay) => {
    const url = relay.url.replaceAll("{url}", encodeURIComponent(feedUrl));
    const privateUrl = relay.private ? url : undefined;
    return { name: `${relay.kind} ${new URL(url).host}`, url, kind: relay.kind, privateUrl };
  });
}

function toResult(parsed: ParsedFeed | null = null, used: Attempt | null = null) {
  return { feed: parsed?.feed ?? null, pollingHints: parsed?.pollingHints ?? null, used };
}

async function tryTransport(transport: Transport, request: FetchRequest, { outbound, parsers }: FetchTools) {
  const isDirect = transport.kind === "direct";
  const conditions = isDirect ? toConditionalHeaders(request.validators) : {};
  const startedAt = performance.now();
  let response: OutboundResponse | null = null;
  let parsed: ParsedFeed | null = null;
  let reason: string | null = null;
  try {
    response = await outbound.get(transport.url, conditions, transport.privateUrl);
    const isUnchanged = response.status === 304 && Object.keys(conditions).length > 0;
    if (!isUnchanged) parsed = await parseResponse(response, transport, request, parsers);
    if (parsed?.fault) {
      reason = `The XML is malformed: ${parsed.fault}`;
      // A damaged feed is useful only if at least one entry is complete.
      if (parsed.feed.articles.length === 0) parsed = null;
    }
  } catch (error) {
    reason = toMessage(error);
  }
  const attempt: Attempt = {
    transport: transport.name,
    finalUrl: response?.url ?? transport.url,
    status: response?.status ?? null,
    bytes: response?.body.length ?? 0,
    ms: Math.round(performance.now() - startedAt),
    articles: parsed?.feed.articles.length ?? null,
    reason,
    headers: response?.headers ?? {},
  };
  return { attempt, movedTo: isDirect ? (response?.movedTo ?? null) : null, parsed };
}

function toConditionalHeaders(validators: FetchRequest["validators"]): Record<string, string> {
  return {
    ...(validators?.etag && { "if-none-match": validators.etag }),
    ...(validators?.lastModified && { "if-modified-since": validators.lastModified }),
  };
}

function parseResponse(
  { status, headers, body, url: finalUrl }: OutboundResponse,
  { kind }: Transport,
  { url, newest }: FetchRequest,
  parsers: FetchTools["parsers"],
): Promise<ParsedFeed> {
  if (status < 200 || status > 299) throw new Error(`Responded with status ${status}.`);
  const contentType = headers["content-type"] ?? null;
  if (kind === "direct") {
    const contentLanguage = headers["content-language"];
    return parsers.parse(FEED_PARSER, { contentType, contentLanguage, url: finalUrl, newest }, body);
  }
  return parsers.parse(FEED_PARSER, { contentType, url, newest, isWrapped: kind === "wrapper" }, body);
}
