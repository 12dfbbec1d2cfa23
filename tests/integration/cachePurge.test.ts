import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openOutbound } from "../../server/net/outbound.ts";
import { createCachePurge } from "../../server/web/cache/cachePurge.ts";

// Purging a real cache is tested in varnish.test.ts.

const TOKEN = "a-token-of-the-cache";
const received: IncomingMessage[] = [];
const statuses: number[] = [];
const waiting = new Set<() => void>();
const cache = createServer((request, response) => {
  received.push(request);
  for (const check of waiting) check();
  response.writeHead(statuses.shift() ?? 200).end();
});
const outbound = openOutbound({ allowedHosts: [], userAgent: "Broadsheet" });
let purge: ReturnType<typeof createCachePurge>;
let logged = "";

beforeEach(async () => {
  await once(cache.listen(0, "127.0.0.1"), "listening");
  const { port } = cache.address() as AddressInfo;
  const log = pino(
    {},
    {
      write(line) {
        logged += line;
      },
    },
  );
  // Port 1 is closed, and stands in for a cache that is down.
  const urls = ["http://127.0.0.1:1/", `http://localhost:${port}/purge`];
  purge = createCachePurge({ urls, token: TOKEN, outbound, log });
});

afterEach(async () => {
  await purge.stop();
  await outbound.close();
  cache.close();
});

async function receive(count: number): Promise<(string | undefined)[][]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => received.length >= count && resolve();
  waiting.add(check);
  check();
  await promise;
  return received.map(({ headers }) => [
    headers["surrogate-key"]?.toString(),
    headers["fastly-soft-purge"]?.toString(),
  ]);
}

it("sends keys to each cache, hard purges first and at once, and repeats what a cache did not take", async () => {
  const keys = Array.from({ length: 150 }, (_, index) => `edition:${index}`);
  await purge.soft(keys);
  expect(await receive(2)).toEqual([
    [keys.slice(0, 100).join(" "), "1"],
    [keys.slice(100).join(" "), "1"],
  ]);
  expect(received[0]).toMatchObject({ method: "PURGE", url: "/purge" });
  expect(received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);

  // The first purge is still running when the second one is added.
  statuses.push(503);
  await Promise.all([purge.soft(["edition:a"]), purge.hard(["images"])]);
  expect((await receive(5)).slice(2)).toEqual([
    ["edition:a", "1"],
    ["images", undefined],
    ["edition:a", "1"],
  ]);
  expect(logged).toContain("responded with status 503.");
  expect(logged).toContain("purge of http://127.0.0.1:1");
  expect(logged).not.toContain(TOKEN);

  // A hard purge does not wait for the retry of a failed soft purge.
  statuses.push(503);
  await purge.soft(["edition:b"]);
  await purge.hard(["images"]);
  expect((await receive(6)).slice(5)).toEqual([
    ["edition:b", "1"],
    ["images", undefined],
    ["edition:b", "1"],
  ]);
});
