import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** Where lines go: standard output. Several threads that write there themselves may mix long lines. */
export function openOutput(): DestinationStream {
  return pino.destination(1);
}

/** One JSON object a line. */
export function createLog(level: Config["LOG_LEVEL"], output: DestinationStream = openOutput()): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, output);
}
