import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { S3UnavailableError } from "../../net/s3/refusals.ts";
import { openBucket } from "./bucket.ts";

const IMAGE = Buffer.alloc(200_000, "image");

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens a bucket on a local server that handles requests with `respond`. */
async function open(respond: RequestListener, totalMs: number) {
  server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openBucket(
    { bucket: "news", prefix: "", endpoint, region: null },
    {
      environment: { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" },
      limits: { connectMs: totalMs, headersMs: totalMs, totalMs },
    },
  );
}

describe("a bucket", () => {
  it("reads more images at once than it has requests, whose wait counts against no time limit", async () => {
    // All responses together take longer than the limit, but each takes much less, even on a busy machine.
    const [responseMs, totalMs, images] = [500, 4000, 144];
    const bucket = await open((_, response) => void setTimeout(() => response.end(IMAGE), responseMs), totalMs);
    const sizes: number[] = [];
    const startedAt = performance.now();
    const loads = Array.from({ length: images }, (_, index) =>
      bucket.get(`${index}.webp`, async ({ content }) => {
        sizes.push((await new Response(content).bytes()).length);
      }),
    );
    await Promise.all(loads);
    expect(sizes).toEqual(Array.from({ length: images }, () => IMAGE.length));
    expect(performance.now() - startedAt).toBeGreaterThan(totalMs);
    await bucket.close();
  });

  it("repeats a request over a new connection, since the storage may have closed all idle ones", async () => {
    const used = new WeakSet<object>();
    const closed = Promise.withResolvers<void>();
    const bucket = await open(async ({ socket, url }, response) => {
      // Responds after the connection of request 5 was closed. This request's connection is then idle when request 5 is
      // repeated.
      if (url?.endsWith("/busy.webp")) await closed.promise;
      else if (used.has(socket)) {
        closed.resolve();
        return void socket.destroy();
      }
      used.add(socket);
      response.end(IMAGE);
    }, 4000);
    let bytes = 0;
    const read = (name: number | string) =>
      bucket.get(`${name}.webp`, async ({ content }) => {
        bytes += (await new Response(content).bytes()).length;
      });
    await Promise.all([1, 2, 3, 4].map(read));
    await Promise.all(["busy", 5].map(read));
    expect(bytes).toBe(6 * IMAGE.length);
    await bucket.close();
  });

  it("fails all waiting reads at once when the storage fails", async () => {
    let requests = 0;
    const bucket = await open((_, response) => {
      requests++;
      response.writeHead(503).end();
    }, 2000);
    const reads = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) => bucket.get(`${index}.webp`, async () => {})),
    );
    expect(reads.every(({ status }) => status === "rejected")).toBe(true);
    // Each of the 16 reads that had begun was tried twice.
    expect(requests).toBe(32);
    await bucket.close();
  });

  it("fails a read whose content ends early, and is unavailable then", async () => {
    const bucket = await open((_, response) => {
      response.writeHead(200, { "content-length": IMAGE.length });
      response.write(IMAGE.subarray(0, 1000), () => response.destroy());
    }, 2000);
    let received = 0;
    const read = bucket.get("1.webp", async ({ content, size }) => {
      expect(size).toBe(IMAGE.length);
      for await (const chunk of content) received += chunk.length;
    });
    await expect(read).rejects.toThrow(S3UnavailableError);
    expect([received, bucket.isAvailable()]).toEqual([1000, false]);
    await bucket.close();
  });
});
