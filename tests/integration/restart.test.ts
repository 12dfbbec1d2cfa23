import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listChildren } from "../../bench/drill/processes.ts";
import { servePhotos } from "../../bench/generatedPhotos.ts";
import { type BoundSocket, bindSocket } from "../support/boundSocket.ts";
import { TIP } from "../support/contactMessage.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { findFreePort } from "../support/freePort.ts";
import { startMailHost } from "../support/mailHost.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let socket: BoundSocket;

beforeEach(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  socket = bindSocket();
});

afterEach(async () => {
  socket.close();
  await host.close();
  await folder.remove();
});

/** Writes an edition with a feed whose photos keep the converter busy, and a feed that never responds. */
async function writeBusyEdition(): Promise<string> {
  host.serve(feedPath("local"), { body: createSectionFeed(host, "local", { pictures: true }) });
  await servePhotos(host, { perSection: 8, width: 1600, height: 1200 });
  host.fault("/hang.xml", { kind: "hang" });
  return writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (section === "local" ? [host.url(feedPath("local")), host.url("/hang.xml")] : []),
    relays: [],
  });
}

/** Requests pages until `stop`, several at a time and each on a new connection. */
function startReaders(port: number) {
  const failures: string[] = [];
  let [count, isStopped] = [0, false];
  const readers = Array.from({ length: 4 }, async () => {
    while (!isStopped) {
      const path = ["/", "/local", "/about", "/rss.xml"][count++ % 4];
      const failure = await readPage(`http://127.0.0.1:${port}${path}`);
      if (failure) failures.push(`${path}: ${failure}`);
    }
  });
  return {
    count: () => count,
    /** Stops the readers, and returns their failures. */
    async stop(): Promise<string[]> {
      isStopped = true;
      await Promise.all(readers);
      return failures;
    },
  };
}

/** Requests a page. Returns the error, or the status if it is not 200; null for success. */
function readPage(url: string): Promise<string | null> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200 ? null : `status ${response.statusCode}`));
      response.on("error", (error) => resolve(error.message));
    }).on("error", (error) => resolve(error.message));
  });
}

it("refuses no connection while it restarts with a socket unit, however busy it is", async () => {
  const options = { editions: await writeBusyEdition(), data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } };
  let site = await startSite({ ...options, socket });
  expect(site.url).toBe(`http://127.0.0.1:${socket.port}`);
  const isConverting = () => listChildren(site.pid, /convert/i).length > 0;
  const readers = startReaders(socket.port);
  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    await expect.poll(isConverting, { timeout: 60_000 }).toBe(true);
    await host.waitForRequests("/hang.xml", 1);
    const before = readers.count();
    process.kill(site.pid, signal);
    expect(await site.stop()).toBe(0);
    site = await startSite({ ...options, socket });
    await expect.poll(() => readers.count() - before, { timeout: 60_000 }).toBeGreaterThan(40);
  }
  expect(await readers.stop()).toEqual([]);
  expect(await site.stop()).toBe(0);
}, 240_000);

it("answers requests until its background work has ended, and ends its child processes first", async () => {
  const mailHost = await startMailHost();
  const release = mailHost.hold();
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed, SMTP_URL: mailHost.url };
  const site = await startSite({ editions: await writeBusyEdition(), data: folder.path, env, hasOwnProcess: true });
  const countConverters = () => listChildren(site.pid, /convert/i).length;
  await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(TIP), redirect: "manual" });
  await expect.poll(() => [mailHost.mails.length, countConverters()], { timeout: 60_000 }).toEqual([1, 1]);

  const stopped = site.stop();
  await expect.poll(countConverters, { timeout: 60_000 }).toBe(0);
  expect(await readPage(`${site.url}/about`)).toBeNull();
  release();
  expect(await stopped).toBe(0);
  await mailHost.close();
  // An image whose conversion was interrupted is not rejected.
  expect(site.written()).not.toContain("image rejected");
}, 120_000);

const canActivate = spawnSync("systemd-socket-activate", ["--version"]).status === 0;

it.skipIf(!canActivate)(
  `takes the socket that systemd opens${canActivate ? "" : " (systemd is not installed)"}`,
  async () => {
    const port = await findFreePort();
    const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
    // The port in PORT is in use, so the server can only use the socket that systemd passes to it.
    const env = {
      NODE_ENV: "production",
      EDITIONS_DIR: editions,
      DATA_DIR: folder.path,
      PORT: String(socket.port),
      ...{
        DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
        DNS_SERVERS: "127.0.0.1:9",
        HOST: "127.0.0.1",
      },
    };
    const passed = Object.entries(env).flatMap(([name, value]) => ["-E", `${name}=${value}`]);
    const command = [process.execPath, "build/bundle/main.js"];
    const systemd = spawn("systemd-socket-activate", ["-l", `127.0.0.1:${port}`, ...passed, ...command], {
      stdio: "ignore",
    });
    const ended = once(systemd, "exit");
    // Repeats the request until systemd has opened the port. The first connection starts the server, and waits for it.
    await expect.poll(() => readPage(`http://127.0.0.1:${port}/about`), { timeout: 60_000 }).toBeNull();
    systemd.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  },
  120_000,
);
