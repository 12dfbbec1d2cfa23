import type { CalendarEvent } from "../store/calendars.ts";
import { readCalendar, type Window } from "./read.ts";

/** The process that `readAside.ts` starts: it answers with the events, or with a sentence that says why there are none. */
process.once("message", ({ text, window }: { text: string; window: Window }) => {
  process.send?.(read(text, window));
  process.disconnect?.();
});

function read(text: string, window: Window): CalendarEvent[] | string {
  try {
    return readCalendar(text, window);
  } catch (error) {
    return `The answer is no iCalendar file: ${(error as Error).message}`;
  }
}
