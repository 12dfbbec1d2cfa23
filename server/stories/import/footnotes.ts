/** Character around a footnote's number, in HTML that is not Markdown yet. It has no meaning in Unicode. */
const MARK = "\uf8f0";
const MARKED = new RegExp(`${MARK}(\\d{1,4})${MARK}`, "g");

/** Removes the mark from a foreign text. */
export function removeMarks(text: string): string {
  return text.replaceAll(MARK, "");
}

/** Returns a reference to a footnote for a text that becomes Markdown. @param number from 1 */
export function markNote(number: number): string {
  return `${MARK}${number}${MARK}`;
}

/** Puts references to footnotes in place of their marks, and the notes behind the text. @param notes Markdown, each a line */
export function addNotes(body: string, notes: readonly string[]): string {
  const texts = notes.map((note, index) => `[^${index + 1}]: ${note}`);
  return [body.replace(MARKED, "[^$1]"), ...texts].join("\n\n");
}
