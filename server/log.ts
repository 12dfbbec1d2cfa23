import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** Opens standard output. Only one thread may write to it: two would mix long lines. */
export function openOutput(): DestinationStream {
  const output = pino.destination(1);
  // A line that cannot be written, such as on a full disk, is lost. To log that would fail as well, and so on.
  output.on("error", () => {});
  return output;
}

/** Creates a log that writes one JSON object per line. */
export function createLog(level: Config["LOG_LEVEL"], output: DestinationStream = openOutput()): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, output);
}
