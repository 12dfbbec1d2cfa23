import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { backoffMs } from "../../core/backoff.ts";
import type { Envelope, Reply } from "./handleRequests.ts";

/**
 * Processes untrusted input in a child process with limits on time and memory, one request at a time. A worker thread
 * is not enough: at its heap limit inside `JSON.parse` or `String.split`, V8 aborts the whole process.
 */
export interface IsolatedProcess<Request, Response> {
  /**
   * Queues a request and returns the response to it. Both must be structured-cloneable.
   *
   * @param body is written to the child without a copy. As a part of the request, 15 MiB cost up to 80 MiB of memory
   * @throws {Error} with the message that the child's handler threw, or one that says which limit was exceeded
   */
  run(request: Request, body?: Uint8Array): Promise<Response>;
  /** Ends the child process. Requests that have no response yet fail. */
  close(): Promise<void>;
}

interface Options {
  /** The module that the child runs. It calls `handleRequests`. */
  module: URL;
  /** Subject of the error messages, such as "Parsing the feed". */
  task: string;
  timeoutMs: number;
  /** Limit of the JavaScript heap. Buffers and native memory are not part of it. */
  maxHeapMb: number;
  /** True for a module that only computes: its child may read nothing but our code, and reach no network. */
  isConfined?: boolean;
  /** An idle child is ended after this time, which frees its memory. */
  idleMs: number;
}

/** Time limit for starting a child, apart from the request's own: on a busy machine a start takes long. */
const START_TIMEOUT_MS = 60_000;
/** Delay before the next start while one child after another ends without a response. */
const RESTART_BACKOFF = { firstMs: 100, maxMs: 10_000 };

/** Node's permissions of a confined child: no network, no children, no native code, and no file but our code. */
const CONFINEMENT = [
  "--permission",
  // Relative to this file and to the bundle alike.
  ...["server", "core", "build/bundle", "node_modules", "package.json"].map(
    (name) => `--allow-fs-read=${fileURLToPath(new URL(`../../${name}`, import.meta.url))}`,
  ),
];

/** Creates the queue. A child starts when a request needs one: the first, or the next after a crash or a pause. */
export function openIsolatedProcess<Request extends object, Response>(
  options: Options,
): IsolatedProcess<Request, Response> {
  const { module, task, timeoutMs, maxHeapMb, idleMs, isConfined = false } = options;
  const closing = new AbortController();
  let child: ChildProcess | null = null;
  let failures = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  async function exchange(request: Request, body: Uint8Array): Promise<Response> {
    clearTimeout(idleTimer);
    let reply: Reply<Response>;
    try {
      closing.signal.throwIfAborted();
      const running = child?.connected ? child : await start();
      running.send({ request, bodyBytes: body.length } satisfies Envelope<Request>);
      running.stdin?.write(body);
      reply = (await receive(running, timeoutMs)) as Reply<Response>;
    } catch (error) {
      failures++;
      end();
      throw error;
    }
    failures = 0;
    idleTimer = setTimeout(end, idleMs).unref();
    if ("error" in reply) throw new Error(reply.error);
    return reply.response;
  }

  async function start(): Promise<ChildProcess> {
    if (failures > 0) await delay(backoffMs(failures, RESTART_BACKOFF), undefined, { signal: closing.signal });
    const started = fork(module, {
      execArgv: [`--max-old-space-size=${maxHeapMb}`, ...(isConfined ? CONFINEMENT : [])],
      serialization: "advanced",
      stdio: ["pipe", "ignore", "ignore", "ipc"],
      env: {},
    });
    child = started;
    // A request may still be on its way to a child that is ended. Without a listener, that error would be uncaught.
    started.on("error", () => {});
    started.stdin?.on("error", () => {});
    await receive(started, START_TIMEOUT_MS);
    return started;
  }

  /** Returns the child's next message. Throws if the child exits or the time limit passes before it comes. */
  async function receive(running: ChildProcess, limitMs: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => reject(new Error(`${task} took longer than ${limitMs / 1000} s.`)), limitMs);
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      // V8 aborts at its heap limit; a SIGKILL that is not ours is the kernel's, which has no memory left.
      const isMemory = signal === "SIGABRT" || signal === "SIGKILL";
      const reason = isMemory
        ? `needed more than ${maxHeapMb} MB of memory`
        : `crashed (${signal ?? `exit code ${code}`})`;
      reject(new Error(`${task} ${reason}.`));
    };
    const onClose = () => reject(closing.signal.reason);
    running.once("message", resolve).once("exit", onExit).once("error", reject);
    closing.signal.addEventListener("abort", onClose);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      running.off("message", resolve).off("exit", onExit).off("error", reject);
      closing.signal.removeEventListener("abort", onClose);
    }
  }

  function end(): void {
    child?.kill("SIGKILL");
    child = null;
  }

  return {
    run(request, body = new Uint8Array()) {
      const result = queue.then(() => exchange(request, body));
      queue = result.catch(() => {});
      return result;
    },
    async close() {
      closing.abort(new Error(`${task} was stopped.`));
      clearTimeout(idleTimer);
      end();
      await queue;
    },
  };
}
