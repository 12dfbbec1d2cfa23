import { STATUS_CODES, validateHeaderName, validateHeaderValue } from "node:http";

/** A serialized response. Head and body are in one buffer, so that one write sends both. */
export interface RawResponse {
  bytes: Buffer;
  bodyAt: number;
  dateAt: number;
  /** Time in the `Date` header, in seconds since 1970. */
  second: number;
  /** True if a slow client may still be receiving these bytes, which must then not be changed. */
  isInUse: boolean;
}

/**
 * Timeout of idle connections, announced in responses. It is longer than the 60 s of common proxies, so that the proxy
 * closes a connection first. Otherwise, a proxy could send a request on a connection that the server is closing.
 */
export const KEEP_ALIVE_MS = 75_000;

const NO_DATE = "Thu, 01 Jan 1970 00:00:00 GMT";

/**
 * Serializes a response to the same bytes that node:http would send.
 *
 * @param headers alternating names and values
 * @throws {TypeError} if a name or value is not allowed in a header
 */
export function serializeResponse(status: number, headers: readonly string[], body: Buffer | null): RawResponse {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    validateHeaderName(name);
    validateHeaderValue(name, value);
    head += `${name}: ${value}\r\n`;
  }
  const dateAt = head.length + "Date: ".length;
  head += `Date: ${NO_DATE}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`;
  // Not from Node's buffer pool: each pooled buffer would keep a whole 8 kB block in memory.
  const bytes = Buffer.allocUnsafeSlow(head.length + (body?.length ?? 0));
  bytes.write(head, "latin1");
  body?.copy(bytes, head.length);
  return { bytes, bodyAt: head.length, dateAt, second: 0, isInUse: false };
}

/**
 * Returns the response's bytes with the current `Date`. If a client cannot receive all bytes at once, the caller must
 * set `isInUse`.
 *
 * @param now milliseconds since 1970
 */
export function withCurrentDate(response: RawResponse, now: number): Buffer {
  const second = Math.floor(now / 1000);
  if (response.second !== second) {
    if (response.isInUse) response.bytes = Buffer.from(response.bytes);
    response.isInUse = false;
    response.second = second;
    response.bytes.write(formatDate(second), response.dateAt, "latin1");
  }
  return response.bytes;
}

let formatted = { second: 0, date: NO_DATE };

function formatDate(second: number): string {
  if (formatted.second !== second) formatted = { second, date: new Date(second * 1000).toUTCString() };
  return formatted.date;
}
