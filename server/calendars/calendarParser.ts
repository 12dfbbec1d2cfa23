import { handleRequests } from "../isolation/handleRequests.ts";
import { type CalendarWindow, readCalendar } from "./parseCalendar.ts";

export type CalendarRequest = { text: string; window: CalendarWindow };

handleRequests(({ text, window }: CalendarRequest) => {
  try {
    return readCalendar(text, window);
  } catch (error) {
    throw new Error(`The response is no iCalendar file: ${(error as Error).message}`, { cause: error });
  }
});
