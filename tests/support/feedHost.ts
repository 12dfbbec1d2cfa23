import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { answerBadly, answerWell, type Content, type Fault } from "./faults.ts";
import { type RelayKind, relayAnswer } from "./relayAnswers.ts";

/** Who is answered badly: those who ask for the feed itself, the relays, or both. */
type FaultFor = "direct" | "relays" | "all";

/**
 * A real HTTP server that plays the world's feeds and relays, with all their faults.
 *
 * A path holds content; it can be told to fail, and healed, at any time. `/relay/wrapper?url=`, `/relay/passthrough?url=`
 * and `/relay/converter?url=` play the three kinds of relay for what this host holds, and fail like any other path. By
 * hand, POST {"path", "fault"} to `/_control` does what `fault` does, and a null fault what `heal` does.
 */
export interface FeedHost {
  /** `host:port`, as ALLOW_PRIVATE_HOSTS wants it. */
  allowed: string;
  /** The address of a path. */
  url(path: string): string;
  /** The edition's relays, in the specification's order. */
  relays: { kind: RelayKind; url: string }[];
  serve(path: string, content: Content): void;
  /** Serves a file, read anew whenever it is asked for. */
  serveFile(path: string, file: string, contentType?: string): void;
  /** Content by turns: each request gets the next, the last one stays. */
  serveTurns(path: string, turns: Content[]): void;
  fault(path: string, fault: Fault, forWhom?: FaultFor): void;
  heal(path: string): void;
  /** Answers everybody who hangs as if nothing had been. */
  release(): void;
  /** The headers of every request for a path so far, those that a relay made left out. */
  requests(path: string): IncomingHttpHeaders[];
  /** Waits until a path has been asked for so often. */
  waitForRequests(path: string, count: number): Promise<void>;
  /** Waits until so many requests more have come, for any path. */
  waitForAnyRequests(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param address the address to listen on; 0.0.0.0 takes all of the machine, so that it can play many hosts */
export async function startFeedHost(port = 0, address = "127.0.0.1"): Promise<FeedHost> {
  const contents = new Map<string, () => Content>();
  const faults = new Map<string, { fault: Fault; forWhom: FaultFor }>();
  const asked = new Map<string, IncomingHttpHeaders[]>();
  const waiting = new Set<() => void>();
  const hanging: (() => void)[] = [];
  let total = 0;

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://feedhost");
    if (url.pathname === "/_control") return control(request, response);
    asked.set(url.pathname, [...(asked.get(url.pathname) ?? []), request.headers]);
    total++;
    for (const look of waiting) look();
    const relay = /^\/relay\/(wrapper|passthrough|converter)$/.exec(url.pathname)?.[1];
    if (relay) answerAsRelay(relay as RelayKind, url, response);
    else answer(url.pathname, request, response);
  });
  server.listen(port, address);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port: taken } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${taken}`;

  function answer(path: string, request: IncomingMessage, response: ServerResponse): void {
    const content = contents.get(path)?.();
    const failing = faults.get(path);
    if (failing && failing.forWhom !== "relays") {
      if (failing.fault.kind === "hang") hanging.push(() => answer(path, request, response));
      answerBadly(response, failing.fault, content ?? { body: "" });
      return;
    }
    if (!content) {
      answerBadly(response, { kind: "status", status: 404 }, { body: "" });
      return;
    }
    const etag = `"${createHash("sha256").update(content.body).digest("base64url").slice(0, 16)}"`;
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    answerWell(response, { ...content, headers: { etag, ...content.headers } });
  }

  /** A relay reaches the feeds of this host by itself, so that a feed can be out of reach for us and not for it. */
  function answerAsRelay(kind: RelayKind, url: URL, response: ServerResponse): void {
    const own = faults.get(url.pathname);
    const path = URL.parse(url.searchParams.get("url") ?? "")?.pathname ?? "";
    const feed = faults.get(path);
    const content = contents.get(path)?.();
    const isCutOff = !content || (feed && feed.forWhom !== "direct");
    if (own) answerBadly(response, own.fault, { body: "" });
    else if (isCutOff) answerBadly(response, { kind: "status", status: 502 }, { body: "" });
    else answerWell(response, relayAnswer(kind, content));
  }

  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, fault } = (await json(request)) as { path: string; fault: Fault | null };
    if (fault) faults.set(path, { fault, forWhom: "all" });
    else faults.delete(path);
    response.writeHead(204).end();
  }

  function until(isEnough: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isEnough()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  }

  return {
    allowed: `127.0.0.1:${taken}`,
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
      for (const goOn of hanging.splice(0)) goOn();
    },
    requests: (path) => asked.get(path) ?? [],
    waitForRequests: (path, count) => until(() => (asked.get(path)?.length ?? 0) >= count),
    waitForAnyRequests(count) {
      const enough = total + count;
      return until(() => total >= enough);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
