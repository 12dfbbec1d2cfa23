/**
 * Removes characters from the end of a text. Takes time proportional to the number of removed characters. A pattern
 * such as `/x+$/` would read every run of `x` in the text several times.
 *
 * @param char matches a single character to remove
 */
export function trimEndChars(text: string, char: RegExp): string {
  let end = text.length;
  while (end > 0 && char.test(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

/** Removes characters from both ends of a text. `char` matches a single character to remove. */
export function trimChars(text: string, char: RegExp): string {
  let start = 0;
  while (start < text.length && char.test(text[start] ?? "")) start++;
  return trimEndChars(text.slice(start), char);
}
