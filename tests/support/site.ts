import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BoundSocket } from "./boundSocket.ts";
import type { ExitMessage, StartMessage } from "./siteHost.ts";
import { createSqliteStore, toStoreUrl } from "./stores.ts";

/** The real server, in a new process or in a process that has run other sites. */
export interface Site {
  url: string;
  pid: number;
  /** Waits until the site's output satisfies a predicate. */
  logs(isEnough: (log: string) => boolean): Promise<void>;
  /** Returns the site's output so far. */
  written(): string;
  /** Stops reading the site's standard output until the returned function is called. */
  pauseOutput(): () => void;
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
  /** Folder of the built server; by default, the folder of this version. */
  bundle?: string;
  /** True to start a new process, for tests of the process itself. */
  hasOwnProcess?: boolean;
  /** Passes a bound socket to a new process, as systemd does for a socket unit. */
  socket?: BoundSocket | undefined;
}

/** Environment variables that Node, the C library and React read only at the start of a process. */
const PROCESS_ENVIRONMENT = {
  NODE_ENV: "production",
  // The same value as in production (bin/setup.js).
  MALLOC_ARENA_MAX: "2",
};
const STDIO: StdioOptions = ["ignore", "pipe", "pipe", "ipc"];
/** Arguments of `sh` that set LISTEN_PID as systemd does for a socket. Only the started process knows its ID. */
const ACTIVATE = ["-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'];
/** Mark of the end of a site's output. It is a single character, since several characters could arrive separately. */
const END = "\0";

/** Processes that wait for their next site. They end with this process. */
const idleHosts: ChildProcess[] = [];

/**
 * Starts the built server and waits until it listens. For a socket, another bundle, NODE_OPTIONS or `hasOwnProcess`,
 * starts a new process. Otherwise uses a process that has run other sites, and saves three quarters of the CPU time.
 *
 * @throws {Error} with the process's output, if the process exits before it listens
 */
export async function startSite(options: SiteOptions): Promise<Site> {
  const { editions, data, env = {}, bundle = BUNDLE, hasOwnProcess = false, socket } = options;
  const url = await toStoreUrl(env.DATABASE_URL ?? `sqlite:${join(data, "broadsheet.db")}`);
  // Copies a migrated store, except for tests of the migrations themselves.
  if (bundle === BUNDLE && env.MIGRATE === undefined) await createSqliteStore(url);
  const environment = {
    ...(process.env as Record<string, string>),
    ...PROCESS_ENVIRONMENT,
    HOST: "127.0.0.1",
    // Makes lookups fail at once: nothing listens on this port. A slow lookup would delay the exit of the process.
    DNS_SERVERS: "127.0.0.1:9",
    PORT: "0",
    EDITIONS_DIR: editions,
    EXAMPLES: "on",
    DESK: "off",
    DATA_DIR: data,
    ...env,
    DATABASE_URL: url,
  };
  if (socket) {
    const stdio: StdioOptions = ["ignore", "pipe", "pipe", socket.fd, "ipc"];
    const command = [process.execPath, `${bundle}/main.js`];
    return await followSite(spawn("sh", [...ACTIVATE, ...command], { stdio, env: environment }));
  }
  if (hasOwnProcess || bundle !== BUNDLE || env.NODE_OPTIONS !== undefined)
    return await followSite(spawn(process.execPath, [`${bundle}/main.js`], { stdio: STDIO, env: environment }));
  const host = takeHost();
  host.send({ env: environment, end: END } satisfies StartMessage);
  return await followSite(host);
}

function takeHost(): ChildProcess {
  const host = idleHosts.pop();
  if (!host?.connected) {
    const path = fileURLToPath(new URL("./siteHost.ts", import.meta.url));
    return spawn(process.execPath, [path], { stdio: STDIO, env: { ...process.env, ...PROCESS_ENVIRONMENT } });
  }
  for (const handle of listHandles(host)) handle?.ref();
  return host;
}

function returnHost(host: ChildProcess): void {
  for (const handle of listHandles(host)) handle?.unref();
  idleHosts.push(host);
}

/** Returns the handles that would keep this process from ending. */
function listHandles(host: ChildProcess) {
  return [host, host.channel, host.stdout as Socket | null, host.stderr as Socket | null];
}

/** Waits until a process's site listens, and follows the site to its end. */
async function followSite(child: ChildProcess): Promise<Site> {
  let written = "";
  const waiting = new Set<() => void>();
  const streams = [child.stdout, child.stderr];
  const ended = Promise.withResolvers<number | null>();
  const listening = Promise.withResolvers<number>();
  let openStreams = streams.length;
  let exit: ExitMessage | undefined;
  let hasEnded = false;

  for (const stream of streams) stream?.setEncoding("utf8").on("data", addOutput);
  // Waits for "close" rather than "exit", which may come before the end of the output.
  child.on("close", ended.resolve).on("message", receive);

  function addOutput(chunk: string): void {
    const [output = "", afterEnd] = chunk.split(END);
    written += output;
    for (const check of waiting) check();
    if (afterEnd === undefined) return;
    openStreams--;
    endInHost();
  }

  function receive(message: { port: number } | ExitMessage): void {
    if ("port" in message) {
      listening.resolve(message.port);
    } else {
      exit = message;
      endInHost();
    }
  }

  /** Reports the end of a site that has exited and written all output. Keeps its process if another site can use it. */
  function endInHost(): void {
    if (!exit || openStreams > 0) return;
    hasEnded = true;
    for (const stream of streams) stream?.off("data", addOutput);
    child.off("close", ended.resolve).off("message", receive);
    if (exit.isReusable) returnHost(child);
    else child.kill("SIGKILL");
    ended.resolve(exit.exitStatus);
  }

  const port = await Promise.race([
    listening.promise,
    ended.promise.then((status) => {
      throw new Error(`The site ended with status ${status}:\n${written}`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    logs,
    written: () => written,
    pauseOutput() {
      child.stdout?.pause();
      return () => void child.stdout?.resume();
    },
    stop: () => end("SIGTERM"),
    async kill() {
      await end("SIGKILL");
    },
  };

  function end(signal: NodeJS.Signals): Promise<number | null> {
    // Sends no signal after this site has ended, since its process may run another site.
    if (!hasEnded) child.kill(signal);
    return ended.promise;
  }

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

export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "broadsheet-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
