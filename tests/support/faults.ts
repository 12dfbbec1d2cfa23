import { randomFillSync } from "node:crypto";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** A failure of a path on the feed host. */
export type Fault =
  | { kind: "status"; status: number; headers?: Record<string, string> }
  /** Accepts the request and never responds. */
  | { kind: "hang" }
  /** Responds normally after a delay. */
  | { kind: "slow"; ms: number }
  /** Sends one byte per interval. */
  | { kind: "drip"; ms: number }
  /** Closes the connection without a response. */
  | { kind: "cut" }
  /** Sends half of the announced body and closes the connection. */
  | { kind: "half" }
  | { kind: "empty" }
  /** Sends a web page, as captive portals do. */
  | { kind: "page" }
  /** Sends random bytes. */
  | { kind: "noise" }
  /** Sends XML that ends inside its first item. */
  | { kind: "broken" }
  | { kind: "redirect"; to: string };

/** At least one fault of every kind, with delays that are shorter than the client's time limits. */
export const FAULTS: readonly Fault[] = [
  ...[404, 403, 500, 502, 503, 410, 304].map((status): Fault => ({ kind: "status", status })),
  { kind: "status", status: 429, headers: { "retry-after": "600" } },
  { kind: "hang" },
  { kind: "slow", ms: 100 },
  { kind: "drip", ms: 50 },
  { kind: "cut" },
  { kind: "half" },
  { kind: "empty" },
  { kind: "page" },
  { kind: "noise" },
  { kind: "broken" },
  { kind: "redirect", to: "/nowhere.xml" },
];

export interface Content {
  body: string | Uint8Array;
  contentType?: string;
  headers?: Record<string, string>;
  gzip?: boolean;
}

export function sendContent(
  response: ServerResponse,
  { body, contentType = "application/xml", headers, gzip }: Content,
): void {
  const bytes = gzip ? gzipSync(body) : Buffer.from(body);
  const encoding = gzip ? { "content-encoding": "gzip" } : {};
  response.writeHead(200, { "content-type": contentType, "content-length": bytes.length, ...encoding, ...headers });
  response.end(bytes);
}

export function sendFault(response: ServerResponse, fault: Fault, content: Content): void {
  const bytes = Buffer.from(content.body);
  switch (fault.kind) {
    case "status":
      response.writeHead(fault.status, { "content-type": "text/plain", ...fault.headers });
      response.end(fault.status === 304 ? undefined : `Status ${fault.status}`);
      return;
    case "hang":
      return;
    case "slow":
      setTimeout(() => sendContent(response, content), fault.ms);
      return;
    case "drip":
      drip(response, bytes, fault.ms);
      return;
    case "cut":
      response.socket?.destroy();
      return;
    case "half":
      response.writeHead(200, {
        "content-type": content.contentType ?? "application/xml",
        "content-length": bytes.length,
      });
      response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
      return;
    case "empty":
      response.writeHead(200, { "content-length": 0 }).end();
      return;
    case "page":
      sendContent(response, {
        body: "<!doctype html><html><body><h1>Sign in to Wi-Fi</h1></body></html>",
        contentType: "text/html",
      });
      return;
    case "noise":
      sendContent(response, { body: randomFillSync(new Uint8Array(4096)) });
      return;
    case "broken":
      sendContent(response, { body: '<rss version="2.0"><channel><title>Broken</title><item><title>Half a st' });
      return;
    case "redirect":
      response.writeHead(302, { location: fault.to }).end();
  }
}

function drip(response: ServerResponse, bytes: Uint8Array, ms: number): void {
  response.writeHead(200, { "content-length": bytes.length });
  let sent = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, ++sent));
    if (sent >= bytes.length) response.end();
  }, ms);
  response.on("close", () => clearInterval(timer));
}
