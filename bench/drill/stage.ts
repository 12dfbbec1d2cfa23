import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Random } from "../../core/random.ts";
import { bindSocket } from "../../tests/support/boundSocket.ts";
import { writeTestEdition } from "../../tests/support/editions.ts";
import { type FeedHost, startFeedHost } from "../../tests/support/feedHost.ts";
import { type NameServer, startNameServer } from "../../tests/support/nameServer.ts";
import { type Site, startSite, temporaryFolder } from "../../tests/support/site.ts";
import { toLoopbackAddress } from "../startFeedHostProcess.ts";
import { ALERTS_PATH, serveAlert } from "./alertFeed.ts";
import { listChildren } from "./processes.ts";
import { createPublisher, PUBLISHERS, type Publisher } from "./publisher.ts";

/** A site with feeds and relays, whose disk can be filled and whose clock can be set. */
export interface Stage {
  /** URL of the site. It stays the same when the site is restarted. */
  url: string;
  /** The running process; if none is running, the one that ran before. */
  site(): Site;
  /** Ends the site's process, and starts another one. */
  restart(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  host: FeedHost;
  publisher: Publisher;
  /** The only name server that the site uses. */
  nameServer: Pick<NameServer, "setFailing">;
  /** The store's SQLite file. */
  file: string;
  /** Path of the default edition's `edition.yaml`. */
  edition: string;
  /** Folder of the store and the images, on a separate small disk; null if no disk can be mounted. */
  disk: string | null;
  /** Sets the clock of the site's process ahead of the real time; null without libfaketime. */
  setClock: ((aheadSeconds: number) => Promise<void>) | null;
  /** Makes the poll worker end soon. */
  endPollWorker(): Promise<void>;
  /** Stops the site, unmounts the disk, and removes all files. */
  close(): Promise<void>;
}

const DISK_MB = 192;
const DISK_FLOOR_MB = 32;
const RELAY = "relay.example";
/** Maximum size of the stored image files, in MB. The limit leaves disk space for an hour's stories. */
const PICTURES_MAX_MB = 48;

export async function openStage(random: Random, length: "short" | "long"): Promise<Stage> {
  const folder = await temporaryFolder();
  const data = join(folder.path, "data");
  await mkdir(data);
  // Cleans up at every end of this process, so that no process of the site and no mounted disk remains.
  process.once("exit", cleanUp);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  const isMounted = mountDisk(data);

  const host = await startFeedHost(0, "0.0.0.0");
  const nameServer = await startNameServer();
  for (const [index, name] of PUBLISHERS.entries()) nameServer.answer(name, [toLoopbackAddress(index)]);
  nameServer.answer(RELAY, [toLoopbackAddress(PUBLISHERS.length)]);
  const relays = host.relays.map(({ kind, url }) => ({ kind, url: url.replace("127.0.0.1", RELAY), private: true }));
  const file = join(data, "broadsheet.db");
  const publisher = await createPublisher(host, file, random, length);
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: publisher.getFeeds,
    relays,
    change: (edition) => edition.set("officialAlerts", [{ url: host.url(ALERTS_PATH) }]),
  });
  serveAlert(host);
  const end = join(folder.path, "end-poll-worker");
  const preload = `${pathToFileURL("tests/support/killablePollWorker.ts").href}?file=${end}`;
  const noise = `${pathToFileURL("tests/support/noisyLibrary.ts").href}?lines=200`;
  const clockFile = join(folder.path, "clock");
  const clock = findClockLibrary();
  const setClock = (aheadSeconds: number) => writeFile(clockFile, `+${aheadSeconds}\n`);
  await setClock(0);
  // Holds the port while the site restarts, as systemd does for a socket unit.
  const socket = bindSocket();
  const env = {
    ...{
      ALLOW_PRIVATE_HOSTS: host.allowed,
      DNS_SERVERS: nameServer.address,
      NODE_OPTIONS: `--import=${preload} --import=${noise}`,
    },
    DISK_FLOOR_MB: String(DISK_FLOOR_MB),
    PICTURES_MAX_MB: String(PICTURES_MAX_MB),
    ...(clock && {
      LD_PRELOAD: clock,
      FAKETIME_TIMESTAMP_FILE: clockFile,
      // Leaves the monotonic clock unchanged, since timers use it. Turns off faketime's cache, so that the site's clock
      // can be set ahead and back.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      FAKETIME_NO_CACHE: "1",
    }),
  };
  const start = () => startSite({ editions, data, env, socket });
  let site = await start();

  return {
    url: site.url,
    host,
    publisher,
    nameServer,
    file,
    edition: join(editions, "chicago/edition.yaml"),
    disk: isMounted ? data : null,
    setClock: clock ? setClock : null,
    site: () => site,
    async restart(signal) {
      if (signal === "SIGTERM") await site.stop();
      else await site.kill();
      site = await start();
    },
    endPollWorker: () => writeFile(end, ""),
    async close() {
      await site.kill();
      socket.close();
      await Promise.all([host.close(), nameServer.close()]);
      process.off("exit", cleanUp);
      cleanUp();
    },
  };

  function cleanUp(): void {
    for (const child of listChildren(process.pid)) process.kill(child, "SIGKILL");
    if (isMounted) spawnSync("umount", ["--lazy", data]);
    rmSync(folder.path, { recursive: true, force: true });
  }
}

/** Mounts a small disk. Returns false if the mount fails. Only root can mount a disk. */
function mountDisk(folder: string): boolean {
  const options = ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder];
  return process.getuid?.() === 0 && spawnSync("mount", options).status === 0;
}

/** Returns the path of the library that sets a process's clock (Debian: `faketime`); null if it is not installed. */
function findClockLibrary(): string | null {
  const { status, stdout } = spawnSync("faketime", ["-f", "+0", "printenv", "LD_PRELOAD"], { encoding: "utf8" });
  return status === 0 ? stdout.trim().split(":").at(-1) || null : null;
}
