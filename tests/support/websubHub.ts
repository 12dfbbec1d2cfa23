import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A WebSub hub on this machine. */
export interface WebSubHub {
  url: string;
  /** `host:port` for ALLOW_PRIVATE_HOSTS. */
  allowed: string;
  /** Addresses of the feeds in accepted notifications, in order. */
  topics(): string[];
  /** All requests, including rejected ones. `at` is a value of `performance.now`, in ms. */
  requests(): { form: Record<string, string>; at: number }[];
  /** Rejects the next `times` notifications about each feed with status 503. */
  reject(times: number): void;
  /** Delays all responses until `release` is called. */
  hold(): void;
  release(): void;
  /** Resolves once a condition holds, which is checked at each request and each response. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startWebSubHub(): Promise<WebSubHub> {
  const requests: { form: Record<string, string>; at: number }[] = [];
  const topics: string[] = [];
  const waiting = new Set<() => void>();
  let rejections = 0;
  const rejected = new Map<string, number>();
  let held: Promise<void> | null = null;
  let release = () => {};
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    requests.push({ form, at: performance.now() });
    for (const check of waiting) check();
    await held;
    const isNotification = request.method === "POST" && form["hub.mode"] === "publish" && form["hub.url"];
    const topic = form["hub.url"] ?? "";
    const before = rejected.get(topic) ?? 0;
    if (before < rejections) {
      rejected.set(topic, before + 1);
      response.writeHead(503).end();
    } else {
      if (topic) topics.push(topic);
      response.writeHead(isNotification ? 204 : 400).end();
    }
    for (const check of waiting) check();
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hub`,
    allowed: `127.0.0.1:${port}`,
    topics: () => topics,
    requests: () => requests,
    reject(times) {
      rejections = times;
      rejected.clear();
    },
    hold() {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release() {
      held = null;
      release();
    },
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
