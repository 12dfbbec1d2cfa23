import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A site of its own: the real server in a process, with a store and a folder that nobody else uses. */
export interface Site {
  url: string;
  /** The process's number. */
  pid: number;
  /** Waits until what the process has written so far satisfies a test. */
  logs(isEnough: (log: string) => boolean): Promise<void>;
  /** What the process has written so far. */
  written(): string;
  /** Asks the process to end, as an operator does, and waits for it. */
  stop(): Promise<number | null>;
  /** Ends the process without asking. */
  kill(): Promise<void>;
}

interface SiteOptions {
  editions: string;
  /** The folder of the store. */
  data: string;
  env?: Record<string, string>;
}

/**
 * Starts `server/main.ts` and waits until it listens.
 *
 * @throws {Error} with what the process wrote where it ends before that
 */
export async function startSite({ editions, data, env = {} }: SiteOptions): Promise<Site> {
  const child = spawn(process.execPath, ["server/main.ts"], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      // Nobody outside is asked for a name: a resolver that does not answer would hold up every end of the process.
      DNS_SERVERS: "127.0.0.1:9",
      PORT: "0",
      EDITIONS_DIR: editions,
      DATA_DIR: data,
      DATABASE_URL: `sqlite:${join(data, "broadsheet.db")}`,
      ...env,
    },
  });
  let written = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk) => {
      written += chunk;
      for (const look of waiting) look();
    });
  const ended = once(child, "exit");
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
    ...endings(child, ended),
  };

  function logs(isEnough: (log: string) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isEnough(written)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  }
}

function endings(child: ChildProcess, ended: Promise<unknown[]>): Pick<Site, "stop" | "kill"> {
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

/** A folder of its own, and how to be rid of it. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "broadsheet-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
