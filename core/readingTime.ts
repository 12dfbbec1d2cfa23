/** Words that an adult reads in a minute. */
const WORDS_PER_MINUTE = 230;

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** Returns the time to read a number of words, in minutes; at least 1. */
export function toReadMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}
