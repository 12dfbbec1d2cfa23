import { format } from "node:util";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";
import { openOutput } from "./logOutput.ts";

/** Creates a log that writes one JSON object per line. */
export function createLog(level: Config["LOG_LEVEL"], output: DestinationStream = openOutput()): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: undefined, timestamp, hooks: { streamWrite: withoutSecrets } }, output);
}

/** Matches the token in the path of a page for newsletter readers. Ignores case, like the app's routes. */
const TOKEN_PATH = /(\/newsletter\/(?:confirm|preferences|unsubscribe)\/)[^\s?#"'`\\<>]+/gi;
/** Matches a newsletter token (newsletter/subscribing/tokens.ts) anywhere, for example in an escaped path. */
const TOKEN = /\b[\da-z]{1,10}-[\da-f]{40}\b/g;
/** Matches user and password of a URL. */
const CREDENTIALS = /\/\/[^\s/?#"'@\\]+@/g;

/** Removes tokens and passwords from a log line, so nobody can use them to unsubscribe a reader or to sign in. */
export function withoutSecrets(line: string): string {
  return line.replace(TOKEN_PATH, "$1…").replace(TOKEN, "…").replace(CREDENTIALS, "//…@");
}

/** Levels at which the output of libraries is logged, by the method of `console` that a library calls. */
const CONSOLE_LEVELS = {
  debug: "debug",
  log: "info",
  info: "info",
  trace: "debug",
  warn: "warn",
  error: "error",
} as const;

/**
 * Writes console output of libraries and Node to the log, as log entries without secrets. Not called in development,
 * since Vite then writes to the terminal.
 */
export function logConsole(log: Logger): void {
  for (const [method, level] of Object.entries(CONSOLE_LEVELS))
    console[method as keyof typeof CONSOLE_LEVELS] = (...values: unknown[]) =>
      log[level]({ console: method }, format(...values));
  // Replaces Node's own listener, which writes to standard error.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") log.warn({ err: warning }, "warning of Node or a library");
  });
}

/**
 * Keeps the process and its requests running after an unhandled error, such as in a timer. Logs the error with its
 * stack, since each such error is a bug.
 */
export function logUnhandledErrors(log: Logger): void {
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  process.on("uncaughtException", (error) => log.error({ err: error }, "uncaught exception"));
}
