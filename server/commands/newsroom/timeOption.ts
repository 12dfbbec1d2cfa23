import { formatEditorTime, parseEditorTime } from "../../../core/editorTimes.ts";
import { type StoryContext, UsageError } from "../command.ts";

/**
 * Converts a time from the command line to an ISO 8601 instant in UTC.
 *
 * @param name name of the option or argument, for the error message
 * @throws {UsageError} if the time is invalid
 */
export function readTimeOption({ edition, now }: StoryContext, name: string, time: string): string {
  const { instant, expected } = parseEditorTime(time, { timeZone: edition.timeZone, now });
  if (instant !== undefined) return instant;
  throw new UsageError(`${name}: found "${time}"; expected ${expected}.`);
}

/** Formats an instant as a time in the edition's zone; returns "-" for null. `readTimeOption` accepts the time. */
export function printableTime({ edition }: Pick<StoryContext, "edition">, instant: string | null): string {
  return instant === null ? "-" : formatEditorTime(instant, edition.timeZone);
}
