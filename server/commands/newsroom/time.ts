import { isSortable } from "../../stories/content.ts";
import { UsageError } from "../command.ts";

/**
 * Converts a time on the command line to ISO 8601 in UTC. Requires an offset, since the machine may be in another time
 * zone than the editor.
 *
 * @throws {UsageError} if it is not a time with an offset
 */
export function parseTime(time: string): string {
  try {
    const instant = new Date(Temporal.Instant.from(time).epochMilliseconds).toISOString();
    if (/T.*(Z|[+-]\d\d:?\d\d)$/.test(time) && isSortable(instant)) return instant;
  } catch {}
  throw new UsageError(`"${time}" is no time with its offset, such as 2026-11-23T06:30:00-06:00.`);
}
