import { countWords, toReadMinutes } from "../../core/readingTime.ts";
import { toText } from "../html/text.ts";

/** Returns the reading time of a text in minutes, at least 1. @param html the text without headline and deck */
export function countReadMinutes(html: string): number {
  return toReadMinutes(countWords(toText(html)));
}
