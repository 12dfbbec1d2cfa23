import { openIsolatedProcess } from "../isolation/isolatedProcess.ts";
import type { CalendarEvent } from "../store/calendars.ts";
import type { CalendarRequest } from "./calendarParserProcess.ts";
import type { Window } from "./parseCalendar.ts";

/** Parsing takes milliseconds. A recurrence rule that never comes true takes time and memory without end. */
const LIMITS = { timeoutMs: 10_000, maxHeapMb: 128, idleMs: 0 };

/**
 * Parses an iCalendar file in a child process.
 *
 * @param stop ends the child process
 * @throws {Error} if the text is no iCalendar file, or parsing it exceeds the limits on time or memory
 */
export async function parseIsolated(text: string, window: Window, stop: AbortSignal): Promise<CalendarEvent[]> {
  const isolated = openIsolatedProcess<CalendarRequest, CalendarEvent[]>({
    module: new URL("./calendarParserProcess.ts", import.meta.url),
    task: "Parsing the calendar",
    ...LIMITS,
  });
  stop.addEventListener("abort", isolated.close);
  try {
    return await isolated.run({ text, window });
  } finally {
    stop.removeEventListener("abort", isolated.close);
    await isolated.close();
  }
}
