import { writeSync } from "node:fs";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** Number of retries while the pipe is full because its reader is slow. `PIPE_RETRY_MS` is the delay between them. */
const PIPE_RETRIES = 50;
const PIPE_RETRY_MS = 20;

/**
 * Opens standard output. Only one thread may write to it: lines of two threads would mix.
 *
 * Drops lines that cannot be written, as on a full disk. pino's own destination would keep them all in memory and, at
 * the end of the process, wait for disk space.
 */
export function openOutput(): DestinationStream {
  return { write: writeLine };
}

function writeLine(line: string): void {
  let rest = Buffer.from(line);
  for (let retries = 0; rest.length > 0 && retries < PIPE_RETRIES; )
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_RETRY_MS);
      retries++;
    }
}

/** Creates a log that writes one JSON object per line. */
export function createLog(level: Config["LOG_LEVEL"], output: DestinationStream = openOutput()): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

/**
 * Keeps the process running after an unhandled error, for example in a timer, which would otherwise end all requests in
 * progress. Logs the error with its stack, since each one is a bug of ours.
 */
export function logUnhandledErrors(log: Logger): void {
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  process.on("uncaughtException", (error) => log.error({ err: error }, "uncaught exception"));
}
