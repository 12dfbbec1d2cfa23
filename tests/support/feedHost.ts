import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Content, type Fault, sendContent, sendFault } from "./faults.ts";
import { createRelayResponse, type RelayKind } from "./relayAnswers.ts";

/** Requests that a fault affects: direct requests, requests through relays, or both. */
type FaultFor = "direct" | "relays" | "all";

/**
 * An HTTP server that stands in for feeds and relays, with any faults. Each path has content and can fail and recover
 * at any time. `/relay/wrapper?url=`, `/relay/passthrough?url=` and `/relay/converter?url=` are the three kinds of
 * relay for feeds of this host, and can fail like any other path. For manual use, POST {"path", "fault"} to `/_control`
 * calls `fault`, or `heal` if the fault is null.
 */
export interface FeedHost {
  /** `host:port`, the format of ALLOW_PRIVATE_HOSTS. */
  allowed: string;
  url(path: string): string;
  /** Value of `relays` in edition.yaml: the host's wrapper, pass-through and converter, in this order. */
  relays: { kind: RelayKind; url: string }[];
  serve(path: string, content: Content): void;
  /** Serves a file, which is read for each request. */
  serveFile(path: string, file: string, contentType?: string): void;
  /** Serves one content per request, and the last one for all later requests. */
  serveTurns(path: string, turns: Content[]): void;
  fault(path: string, fault: Fault, forWhom?: FaultFor): void;
  heal(path: string): void;
  /** Responds to all requests that hang. */
  release(): void;
  /** Returns the headers of all direct requests for a path. */
  requests(path: string): IncomingHttpHeaders[];
  /** Empties the lists that `requests` returns. */
  forgetRequests(): void;
  /** Waits until a path has had `count` requests. */
  waitForRequests(path: string, count: number): Promise<void>;
  /** Waits for `count` more requests for any path. */
  waitForAnyRequests(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param address address to listen on; with 0.0.0.0, one server can stand in for many hosts of 127.0.0.0/8 */
export async function startFeedHost(port = 0, address = "127.0.0.1"): Promise<FeedHost> {
  const contents = new Map<string, () => Content>();
  const faults = new Map<string, { fault: Fault; forWhom: FaultFor }>();
  const requests = new Map<string, IncomingHttpHeaders[]>();
  const waiting = new Set<() => void>();
  const hanging: (() => void)[] = [];
  let total = 0;

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://feedhost");
    if (url.pathname === "/_control") return control(request, response);
    requests.set(url.pathname, [...(requests.get(url.pathname) ?? []), request.headers]);
    total++;
    for (const check of waiting) check();
    const relay = /^\/relay\/(wrapper|passthrough|converter)$/.exec(url.pathname)?.[1];
    if (relay) respondAsRelay(relay as RelayKind, url, response);
    else respond(url.pathname, request, response);
  });
  server.listen(port, address);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port: actualPort } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${actualPort}`;

  function respond(path: string, request: IncomingMessage, response: ServerResponse): void {
    const content = contents.get(path)?.();
    const failing = faults.get(path);
    if (failing && failing.forWhom !== "relays") {
      if (failing.fault.kind === "hang") hanging.push(() => respond(path, request, response));
      sendFault(response, failing.fault, content ?? { body: "" });
      return;
    }
    if (!content) {
      sendFault(response, { kind: "status", status: 404 }, { body: "" });
      return;
    }
    const etag = `"${createHash("sha256").update(content.body).digest("base64url").slice(0, 16)}"`;
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    sendContent(response, { ...content, headers: { etag, ...content.headers } });
  }

  /** Responds as a relay. A fault for direct requests has no effect; other faults cause status 502, or a hang. */
  function respondAsRelay(kind: RelayKind, url: URL, response: ServerResponse): void {
    const own = faults.get(url.pathname);
    const path = URL.parse(url.searchParams.get("url") ?? "")?.pathname ?? "";
    const feed = faults.get(path);
    const content = contents.get(path)?.();
    const isUnavailable = !content || (feed && feed.forWhom !== "direct");
    if (own) sendFault(response, own.fault, { body: "" });
    else if (feed?.fault.kind === "hang" && feed.forWhom !== "direct")
      hanging.push(() => respondAsRelay(kind, url, response));
    else if (isUnavailable) sendFault(response, { kind: "status", status: 502 }, { body: "" });
    else sendContent(response, createRelayResponse(kind, content));
  }

  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, fault } = (await json(request)) as { path: string; fault: Fault | null };
    if (fault) faults.set(path, { fault, forWhom: "all" });
    else faults.delete(path);
    response.writeHead(204).end();
  }

  function until(isEnough: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!isEnough()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  }

  return {
    allowed: `127.0.0.1:${actualPort}`,
    url: (path) => origin + path,
    relays: (["wrapper", "passthrough", "converter"] as const).map((kind) => ({
      kind,
      url: `${origin}/relay/${kind}?url={url}`,
    })),
    serve: (path, content) => void contents.set(path, () => content),
    serveFile(path, file, contentType = "application/xml") {
      if (!existsSync(file)) throw new Error(`The feed host has no file ${file}.`);
      contents.set(path, () => ({ body: readFileSync(file), contentType }));
    },
    serveTurns(path, turns) {
      let turn = 0;
      contents.set(path, () => turns[Math.min(turn++, turns.length - 1)] ?? { body: "" });
    },
    fault: (path, fault, forWhom = "direct") => void faults.set(path, { fault, forWhom }),
    heal: (path) => void faults.delete(path),
    release() {
      for (const resume of hanging.splice(0)) resume();
    },
    requests: (path) => requests.get(path) ?? [],
    forgetRequests: () => requests.clear(),
    waitForRequests: (path, count) => until(() => (requests.get(path)?.length ?? 0) >= count),
    waitForAnyRequests(count) {
      const target = total + count;
      return until(() => total >= target);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
