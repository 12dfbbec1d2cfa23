import { toMessage } from "../../core/toMessage.ts";
import { type CalendarWindow, readCalendar } from "./parseCalendar.ts";

/** Reads the events of an iCalendar file. @throws {Error} if the bytes are not such a file */
export function parse(window: CalendarWindow, body: Uint8Array) {
  try {
    return readCalendar(new TextDecoder().decode(body), window);
  } catch (error) {
    throw new Error(`The response is not an iCalendar file: ${toMessage(error)}`, { cause: error });
  }
}
