import { formatEditorTime, parseEditorTime } from "../../../core/editorTimes.ts";
import { type StoryContext, UsageError } from "../command.ts";

/** Converts a time from the command line to ISO 8601 in UTC. @throws {UsageError} that names the option or argument */
export function readTime({ edition, now }: StoryContext, name: string, time: string): string {
  const { instant, expected } = parseEditorTime(time, { timeZone: edition.timeZone, now });
  if (instant !== undefined) return instant;
  throw new UsageError(`${name}: found "${time}"; expected ${expected}.`);
}

/** Formats an instant in the edition's time zone, as `readTime` reads it; returns "-" for null. */
export function printableTime({ edition }: Pick<StoryContext, "edition">, instant: string | null): string {
  return instant === null ? "-" : formatEditorTime(instant, edition.timeZone);
}
