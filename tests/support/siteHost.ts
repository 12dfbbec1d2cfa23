import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";

/**
 * Process in which `site.ts` runs sites one after another. Each site evaluates `main.js` again, but shares imported
 * modules, compiled and optimized, with earlier sites. A start in a new process takes four times the CPU time.
 */

/** A site to start, sent as an IPC message. */
export interface StartMessage {
  /** The complete environment. */
  env: Record<string, string>;
  /** Text to write to standard output and standard error once the site has ended and all its output is written. */
  end: string;
}

/** Sent when a site has called `process.exit`. */
export interface ExitMessage {
  exitStatus: number;
  /** True if the site left no timers, sockets or other handles open. The process may then run another site. */
  isReusable: boolean;
}

/** Longest wait, in ms, until a site's closed handles disappear. */
const CLOSING_MS = 2000;
const CLOSING_CHECK_MS = 2;
/** Process events to which a site listens until its process ends. */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"];
const ERRORS = ["uncaughtException", "unhandledRejection"];
const ENTRY = pathToFileURL("build/bundle/main.js").href;

// Opens the streams before any site starts. Otherwise, a site whose worker opens them would seem to leave them open.
const { exit, stdout, stderr } = process;
let count = 0;
let end = "";
let atRest = 0;

process.on("message", (message: StartMessage) => void start(message));
process.on("disconnect", () => exit());
process.exit = ((status = 0) => void finish(Number(status))) as typeof process.exit;

async function start(message: StartMessage): Promise<void> {
  process.argv = [process.execPath, "build/bundle/main.js"];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, message.env);
  end = message.end;
  for (const event of ERRORS) process.removeAllListeners(event);
  atRest = countOpen();
  await import(`${ENTRY}?${++count}`);
}

async function finish(exitStatus: number): Promise<void> {
  for (const event of [...SIGNALS, ...ERRORS]) process.removeAllListeners(event);
  // Ignores later errors of the site, since `process.exit` would have prevented them.
  for (const event of ERRORS) process.on(event, () => {});
  // A site that failed to start does not close its handles, so there is nothing to wait for.
  const deadline = performance.now() + (exitStatus === 0 ? CLOSING_MS : 0);
  while (countOpen() > atRest && performance.now() < deadline) await wait(CLOSING_CHECK_MS, undefined, { ref: false });
  for (const stream of [stdout, stderr]) stream.write(end);
  process.send?.({ exitStatus, isReusable: countOpen() <= atRest } satisfies ExitMessage);
}

function countOpen(): number {
  return process.getActiveResourcesInfo().length;
}
