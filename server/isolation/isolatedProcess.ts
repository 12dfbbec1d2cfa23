import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { backoffMs } from "../../core/backoff.ts";
import type { Envelope, Reply } from "./handleRequests.ts";

/**
 * A child process for untrusted input. It has limits on time and memory, and handles one request at a time. A worker
 * thread is not enough: at its heap limit inside `JSON.parse` or `String.split`, V8 aborts the whole process.
 */
export interface IsolatedProcess<Request, Response> {
  /**
   * Queues a request and returns its response. Both must be structured-cloneable.
   *
   * @param body bytes to write to the child without a copy; within `request`, 15 MiB would take up to 80 MiB of memory
   * @param limits limits of this request, instead of the process's limits
   * @throws {Error} whose message is the handler's error message, or names the exceeded limit, the crash or `close`
   */
  run(request: Request, body?: Uint8Array, limits?: Limits): Promise<Response>;
  /** Ends the child process. Requests without a response fail. */
  close(): Promise<void>;
}

interface Limits {
  /** Subject of the error messages, such as "Parsing the feed". */
  task: string;
  timeoutMs: number;
}

interface Options extends Limits {
  /** The module that the child runs. It calls `handleRequests`. */
  module: URL;
  /** Limit of the JavaScript heap, without buffers and native memory. */
  maxHeapMb: number;
  /** True for a module that only computes. Its child can read only the project's code, and has no network access. */
  isConfined?: boolean;
  /** Time, in ms, after which an idle child is ended to free its memory. */
  idleMs: number;
}

/** Thrown for requests that had no response when the process was closed. */
export class StoppedError extends Error {
  override name = "StoppedError";
}

/** Time limit, in ms, for starting a child on a busy machine. The request's own time limit begins after the start. */
const START_TIMEOUT_MS = 60_000;
/**
 * Number of timer ticks in a time limit. A pause counts as one tick at most. If the whole machine is paused, the child
 * computes nothing during the pause. If only this process is paused, the remaining ticks leave time to read a response
 * that arrived during the pause.
 */
const TIMEOUT_STEPS = 10;
/** Delay, in ms, before the next start of a child. Each consecutive failed request doubles the delay. */
const RESTART_BACKOFF = { firstMs: 100, maxMs: 10_000 };

/** Node options for a confined child: no network, no child processes, no native code, and no files except code. */
const CONFINEMENT = [
  "--permission",
  // The same relative path leads to the root from this file and from the bundle.
  ...["server", "core", "build/bundle", "node_modules", "package.json"].map(
    (name) => `--allow-fs-read=${fileURLToPath(new URL(`../../${name}`, import.meta.url))}`,
  ),
];

/** Folder with a library that Node needs and this machine may lack; set by the command `broadsheet` of a release. */
const { LD_LIBRARY_PATH } = process.env;
const NODE_LIBRARIES = LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {};

/** Creates the queue of requests. If no child is running, such as after a crash, a request starts one. */
export function openIsolatedProcess<Request extends object, Response>(
  options: Options,
): IsolatedProcess<Request, Response> {
  const { module, maxHeapMb, idleMs, isConfined = false } = options;
  const closing = new AbortController();
  let child: ChildProcess | null = null;
  let failures = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  async function exchange(request: Request, body: Uint8Array, limits: Limits): Promise<Response> {
    clearTimeout(idleTimer);
    let reply: Reply<Response>;
    try {
      closing.signal.throwIfAborted();
      const running = child?.connected ? child : await start();
      running.send({ request, bodyBytes: body.length } satisfies Envelope<Request>);
      running.stdin?.write(body);
      reply = (await receive(running, limits)) as Reply<Response>;
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
      env: NODE_LIBRARIES,
    });
    child = started;
    // Sending to a child that has just ended emits an error, which would be uncaught without a listener.
    started.on("error", () => {});
    started.stdin?.on("error", () => {});
    await receive(started, { task: options.task, timeoutMs: START_TIMEOUT_MS });
    return started;
  }

  /** Returns the child's next message. Throws if the child exits, the time limit passes or `close` is called. */
  async function receive(running: ChildProcess, { task, timeoutMs }: Limits): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let steps = 0;
    const timer = setInterval(() => {
      if (++steps === TIMEOUT_STEPS) reject(new Error(`${task} took longer than ${timeoutMs / 1000} s.`));
    }, timeoutMs / TIMEOUT_STEPS);
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      // V8 aborts at its heap limit. The kernel sends SIGKILL if the machine runs out of memory.
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
      clearInterval(timer);
      running.off("message", resolve).off("exit", onExit).off("error", reject);
      closing.signal.removeEventListener("abort", onClose);
    }
  }

  function end(): void {
    child?.kill("SIGKILL");
    child = null;
  }

  return {
    run(request, body = new Uint8Array(), limits = options) {
      const result = queue.then(() => exchange(request, body, limits));
      queue = result.catch(() => {});
      return result;
    },
    async close() {
      closing.abort(new StoppedError(`${options.task} was stopped.`));
      clearTimeout(idleTimer);
      end();
      await queue;
    },
  };
}
