import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres } from "../support/stores.ts";

it("tells balancers on SIGTERM, then finishes requests in flight, accepts no new ones, and closes the store", async () => {
  const folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
  const env = { DRAIN_SECONDS: "300" };
  const site = await startSite({ editions, data: folder.path, env, hasOwnProcess: true });
  const { port, hostname } = new URL(site.url);

  // Sends half a request, which is in flight until the other half arrives.
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  await once(socket, "connect");
  socket.write("GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
  await fetch(`${site.url}/healthz`);

  const stopped = site.stop();
  await site.logs((log) => log.includes('"stopping"'));
  const ready = await fetch(`${site.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    expect.objectContaining({ ready: false, failed: expect.arrayContaining(["stopping"]) }),
  ]);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(503);
  expect((await fetch(`${site.url}/about`)).status).toBe(200);

  // After the first signal, the server still accepts requests for DRAIN_SECONDS. A second signal ends this period.
  process.kill(site.pid, "SIGTERM");
  while (await accepts(Number(port), hostname));
  let response = "";
  socket.on("data", (chunk) => {
    response += chunk;
  });
  socket.write("\r\n");
  await once(socket, "end");
  expect(response).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*<\/html>/);
  expect(await stopped).toBe(0);

  // SQLite removes its write-ahead log when the last connection is closed.
  expect((await readdir(folder.path)).filter((name) => name.startsWith("broadsheet.db"))).toEqual(
    isPostgres ? [] : ["broadsheet.db"],
  );
  await folder.remove();
});

it("leaves nothing open, so that its process can run the next site of the tests", async () => {
  const folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
  const pids = new Set<number>();
  for (let count = 0; count < 2; count++) {
    const site = await startSite({ editions, data: folder.path, env: { DESK: "on", DESK_PORT: "0" } });
    pids.add(site.pid);
    expect((await fetch(`${site.url}/about`)).status).toBe(200);
    expect(await site.stop()).toBe(0);
  }
  expect(pids.size).toBe(1);
  await folder.remove();
});

/** Resolves with true if a new connection is accepted. */
async function accepts(port: number, hostname: string): Promise<boolean> {
  const socket = connect(port, hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
