/** Delimiter around a footnote's number in imported HTML: a private-use character, which no text should contain. */
const MARK = "\uf8f0";
const MARKED = new RegExp(`${MARK}(\\d{1,4})${MARK}`, "g");

/** Removes the delimiter from imported text, since it would look like a reference to a footnote. */
export function removeMarks(text: string): string {
  return text.replaceAll(MARK, "");
}

/** Returns a reference to a footnote, for HTML that will be converted to Markdown. @param number from 1 */
export function markNote(number: number): string {
  return `${MARK}${number}${MARK}`;
}

/**
 * Replaces references from `markNote` with Markdown, and adds the notes after the text.
 *
 * @param notes Markdown, one line per note
 */
export function addNotes(body: string, notes: readonly string[]): string {
  const texts = notes.map((note, index) => `[^${index + 1}]: ${note}`);
  return [body.replace(MARKED, "[^$1]"), ...texts].join("\n\n");
}
