/** Invisible characters that no story needs: soft hyphens, zero-width spaces, word joiners, byte-order marks. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
/** Matches no-break spaces, except before French punctuation and units. */
const PADDING = /\u00a0(?![;:?!»%€£°])/g;

/** Replaces spaces used for padding with single spaces. Keeps no-break spaces that typography requires. */
export function cleanSpaces(root: HTMLElement): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const cleaned = text.data.replace(INVISIBLE, "");
    text.data = text.parentElement?.closest("pre")
      ? cleaned.replaceAll("\u00a0", " ")
      : cleaned.replace(PADDING, keepBetweenDigits).replace(/[ \t\r\n]+/g, " ");
  }
}

/** Keeps a no-break space within a number, such as 10 000, and after an opening quotation mark. */
function keepBetweenDigits(space: string, index: number, text: string): string {
  const isNeeded = text[index - 1] === "«" || (/\d/.test(text[index - 1] ?? "") && /\d/.test(text[index + 1] ?? ""));
  return isNeeded ? space : " ";
}
