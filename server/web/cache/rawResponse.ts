import { STATUS_CODES, validateHeaderName, validateHeaderValue } from "node:http";

/** An answer as it goes over the wire, head and body in one piece: to send it takes one write, and nothing is put together. */
export interface Wire {
  bytes: Buffer;
  bodyAt: number;
  dateAt: number;
  /** The second that its date tells, since 1970. */
  second: number;
  /** Whether a slow reader may still wait for some of the bytes, so that they have to stay as they are. */
  isHeld: boolean;
}

/** How long a connection is kept on which nothing is asked; answers say so. */
export const KEEP_ALIVE_MS = 5000;

const NO_DATE = "Thu, 01 Jan 1970 00:00:00 GMT";

/**
 * Writes an answer down in full, with the very bytes that node:http would send.
 *
 * @param head names and values in turn
 * @throws {TypeError} where one of them is none that may be sent
 */
export function wireOf(status: number, head: readonly string[], body: Buffer | null): Wire {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  for (let at = 0; at < head.length; at += 2) {
    const [name = "", value = ""] = head.slice(at, at + 2);
    validateHeaderName(name);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  const dateAt = text.length + "Date: ".length;
  text += `Date: ${NO_DATE}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`;
  // Not out of node's pool, whose blocks would stay as long as the last answer in them.
  const bytes = Buffer.allocUnsafeSlow(text.length + (body?.length ?? 0));
  bytes.write(text, "latin1");
  body?.copy(bytes, text.length);
  return { bytes, bodyAt: text.length, dateAt, second: 0, isHeld: false };
}

/**
 * Its bytes, dated. Where they are not sent at once, `isHeld` is to be set.
 *
 * @param now milliseconds since 1970
 */
export function datedBytes(wire: Wire, now: number): Buffer {
  const second = Math.floor(now / 1000);
  if (wire.second !== second) {
    if (wire.isHeld) wire.bytes = Buffer.from(wire.bytes);
    wire.isHeld = false;
    wire.second = second;
    wire.bytes.write(dateOf(second), wire.dateAt, "latin1");
  }
  return wire.bytes;
}

let told = { second: 0, date: NO_DATE };

function dateOf(second: number): string {
  if (told.second !== second) told = { second, date: new Date(second * 1000).toUTCString() };
  return told.date;
}
