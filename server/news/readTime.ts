import { toText } from "../html/text.ts";

/** Words that an adult reads in a minute. */
const WORDS_PER_MINUTE = 230;

/** Returns the reading time of a text in minutes, at least 1. @param html the text without headline and deck */
export function countReadMinutes(html: string): number {
  const words = toText(html).split(" ").length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}
