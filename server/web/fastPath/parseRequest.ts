import { LRUCache } from "lru-cache";
import { FORWARDED_HEADERS } from "../../net/proxies.ts";
import type { RequestHeaders } from "../pageService.ts";

/** A GET or HEAD request without a body that every HTTP parser understands the same way. */
interface PlainRequest {
  isHead: boolean;
  /** Path and query as sent, not normalized. */
  url: string;
  headers: Omit<RequestHeaders, "peer">;
}

/** Maximum length of a plain request; longer requests go to node:http. */
const MAX_BYTES = 4096;

const [GET, HEAD, VERSION] = ["GET ", "HEAD ", " HTTP/1.1\r\n"];
/** Patterns of URLs, headers and hosts that every HTTP parser reads the same way. */
const URL_PATTERN = /^\/[\w!$%&'()*+,\-./:;=?@~]*$/;
const HEADER = /^([\w!#$%&'*+\-.^`|~]+):[ \t]*([ -~\t]*)$/;
const HOST = /^[\w.-]+(:\d{1,5})?$/;

/** Headers that describe a body, control the connection, or request something other than the whole page. */
const UNSUPPORTED = new Set([
  ...["content-length", "transfer-encoding", "trailer", "te", "expect", "range", "if-range"],
  ...["upgrade", "connection", "proxy-connection", "keep-alive", "http2-settings"],
]);
/** Headers that affect the choice of the response. A request that repeats one of them goes to node:http. */
const SELECTING = new Set([
  ...["host", "accept", "accept-encoding", "if-none-match", "if-modified-since"],
  ...FORWARDED_HEADERS,
]);

/** Creates a parser of a connection's bytes. It returns undefined unless they are exactly one plain request. */
export function createRequestParser(): (bytes: Buffer) => PlainRequest | undefined {
  // Readers with the same browser send the same headers, so results are cached.
  const parsed = new LRUCache<string, PlainRequest["headers"]>({ max: 500 });

  return (bytes) => {
    if (bytes.length > MAX_BYTES) return undefined;
    const text = bytes.toString("latin1");
    const isHead = text.startsWith(HEAD);
    if (!isHead && !text.startsWith(GET)) return undefined;
    const end = text.indexOf(VERSION);
    if (end < 0) return undefined;
    const url = text.slice(isHead ? HEAD.length : GET.length, end);
    if (!URL_PATTERN.test(url)) return undefined;
    const fields = text.slice(end + VERSION.length);
    const headers = parsed.get(fields) ?? parseHeaders(fields);
    if (!headers) return undefined;
    parsed.set(fields, headers);
    return { isHead, url, headers };
  };
}

/** @param fields all that follows the request line */
function parseHeaders(fields: string): PlainRequest["headers"] | undefined {
  if (!fields.endsWith("\r\n\r\n")) return undefined;
  const values = new Map<string, string>();
  for (const line of fields.slice(0, -"\r\n\r\n".length).split("\r\n")) {
    const [, written = "", padded = ""] = HEADER.exec(line) ?? [];
    const [name, value] = [written.toLowerCase(), padded.trimEnd()];
    const isKeepAlive = name === "connection" && value.toLowerCase() === "keep-alive";
    if (name === "" || (UNSUPPORTED.has(name) && !isKeepAlive) || (SELECTING.has(name) && values.has(name)))
      return undefined;
    values.set(name, value);
  }
  const host = values.get("host") ?? "";
  if (!HOST.test(host)) return undefined;
  return {
    host,
    forwarded: Object.fromEntries(FORWARDED_HEADERS.map((name) => [name, values.get(name)])),
    accept: values.get("accept"),
    preconditions: {
      acceptEncoding: values.get("accept-encoding"),
      ifNoneMatch: values.get("if-none-match"),
      ifModifiedSince: values.get("if-modified-since"),
    },
  };
}
