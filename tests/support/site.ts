import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore, toStoreUrl } from "./stores.ts";

/** The real server in a process of its own. */
export interface Site {
  url: string;
  /** The process ID. */
  pid: number;
  /** Waits until the process's output satisfies a predicate. */
  logs(isEnough: (log: string) => boolean): Promise<void>;
  /** Returns the process's output so far. */
  written(): string;
  /** Sends SIGTERM, and waits for the exit status and the end of the output. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, and waits until the process has ended. */
  kill(): Promise<void>;
}

const BUNDLE = "build/bundle";

interface SiteOptions {
  editions: string;
  /** Folder of the database. */
  data: string;
  env?: Record<string, string>;
  /** Folder of the built server; that of this version by default. */
  bundle?: string;
}

/**
 * Starts the built server and waits until it listens.
 *
 * @throws {Error} with the process's output, if it exits before that
 */
export async function startSite({ editions, data, env = {}, bundle = BUNDLE }: SiteOptions): Promise<Site> {
  const url = await toStoreUrl(env.DATABASE_URL ?? `sqlite:${join(data, "broadsheet.db")}`);
  // Not for tests of the migrations themselves.
  if (bundle === BUNDLE && env.MIGRATE === undefined) await createSqliteStore(url);
  const child = spawn(process.execPath, [`${bundle}/main.js`], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      // As in production (bin/setup.js).
      MALLOC_ARENA_MAX: "2",
      HOST: "127.0.0.1",
      // No name server is asked: one that does not answer would delay the exit of the process.
      DNS_SERVERS: "127.0.0.1:9",
      PORT: "0",
      EDITIONS_DIR: editions,
      DATA_DIR: data,
      ...env,
      DATABASE_URL: url,
    },
  });
  let written = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk) => {
      written += chunk;
      for (const check of waiting) check();
    });
  // After its output, which "exit" may precede.
  const ended = once(child, "close");
  const port = await Promise.race([
    once(child, "message").then(([message]) => (message as { port: number }).port),
    ended.then(([status]) => {
      throw new Error(`The site ended with status ${status}:\n${written}`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    logs,
    written: () => written,
    ...createExits(child, ended),
  };

  function logs(isEnough: (log: string) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!isEnough(written)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  }
}

function createExits(child: ChildProcess, ended: Promise<unknown[]>): Pick<Site, "stop" | "kill"> {
  return {
    async stop() {
      child.kill("SIGTERM");
      const [status] = await ended;
      return status as number | null;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Creates a temporary folder. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "broadsheet-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
