/**
 * Delimiter around a footnote's number in HTML that is still to be converted. Unicode gives the character no meaning.
 */
const MARK = "\uf8f0";
const MARKED = new RegExp(`${MARK}(\\d{1,4})${MARK}`, "g");

/** Removes the delimiter from imported text, in which it would be read as a footnote. */
export function removeMarks(text: string): string {
  return text.replaceAll(MARK, "");
}

/** Returns a reference to a footnote, for HTML that will be converted to Markdown. @param number from 1 */
export function markNote(number: number): string {
  return `${MARK}${number}${MARK}`;
}

/**
 * Replaces the marks of references with Markdown, and adds the notes after the text. @param notes Markdown, a line each
 */
export function addNotes(body: string, notes: readonly string[]): string {
  const texts = notes.map((note, index) => `[^${index + 1}]: ${note}`);
  return [body.replace(MARKED, "[^$1]"), ...texts].join("\n\n");
}
