import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** One JSON object a line on standard output. */
export function openLog(level: Config["LOG_LEVEL"]): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
