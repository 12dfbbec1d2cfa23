import { parseInstant } from "../../../core/instant.ts";
import { UsageError } from "../command.ts";

/**
 * Converts a time from the command line to ISO 8601 in UTC. The time must have an offset, since this machine and the
 * editor may be in different time zones.
 *
 * @throws {UsageError} if it is not a time with an offset
 */
export function parseTime(time: string): string {
  const instant = parseInstant(time);
  if (instant !== null) return instant;
  throw new UsageError(`"${time}" is not a time with an offset, such as 2026-11-23T06:30:00-06:00.`);
}
