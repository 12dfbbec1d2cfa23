import { isSortable } from "../../stories/content.ts";
import { UsageError } from "../command.ts";

/**
 * Returns a time on the command line as ISO 8601 in UTC. Without an offset, it would be that of the machine, which need
 * not be the editor's.
 *
 * @throws {UsageError} if it is no time with an offset
 */
export function parseTime(time: string): string {
  try {
    const instant = new Date(Temporal.Instant.from(time).epochMilliseconds).toISOString();
    if (/T.*(Z|[+-]\d\d:?\d\d)$/.test(time) && isSortable(instant)) return instant;
  } catch {}
  throw new UsageError(`"${time}" is no time with its offset, such as 2026-11-23T06:30:00-06:00.`);
}
