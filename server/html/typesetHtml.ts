import { typeset } from "../../core/typography.ts";
import { BLOCKS } from "./text.ts";

/** Elements that contain code. Their text stays as typed. */
const CODE = /^(pre|code|kbd|samp|script|style)$/;
const PIECES = /<[^<>]*>|[^<]+|</g;
const TAG = /^<(\/?)([a-z][a-z0-9]*)/i;

/**
 * Applies `typeset` to the text of clean HTML. Ignores a tag beside a quotation mark or dash: the mark's neighbor is
 * the character beyond the tag, as in `<em>"word"</em>`.
 *
 * @param tag language tag
 */
export function typesetHtml(html: string, tag: string): string {
  const pieces = html.match(PIECES) ?? [];
  let codeDepth = 0;
  let before = "";
  return pieces
    .map((piece, index) => {
      const [, slash, name = ""] = TAG.exec(piece) ?? [];
      if (name) {
        if (CODE.test(name)) codeDepth += slash ? -1 : 1;
        if (BLOCKS.test(name)) before = "";
        return piece;
      }
      if (codeDepth > 0 || piece.startsWith("<")) {
        before = "a";
        return piece;
      }
      const after = findNextCharacter(pieces, index + 1);
      const text = piece.replace(/&quot;|&#34;/g, '"').replace(/&#39;|&#x27;|&apos;/g, "'");
      const set = typeset(before + text + after, tag).slice(before.length, after ? -1 : undefined);
      before = toContext(set.at(-1) ?? "");
      return set;
    })
    .join("");
}

/**
 * Returns a stand-in for the next character in the same block: "a" for a letter or a digit, " " for white space.
 * Returns "" for any other character, and at the block's end.
 */
function findNextCharacter(pieces: readonly string[], from: number): string {
  for (const piece of pieces.slice(from, from + 4)) {
    const name = TAG.exec(piece)?.[2];
    if (name === undefined) return /^[\p{L}\p{N}]/u.test(piece) ? "a" : /^\s/.test(piece) ? " " : "";
    if (BLOCKS.test(name)) return "";
  }
  return "";
}

/**
 * Returns a stand-in for `character`, to put before the text that follows a tag. `typeset` leaves the stand-in
 * unchanged, and handles a quotation mark or dash after the stand-in as it would after `character`.
 */
function toContext(character: string): string {
  if (character === "" || /[\p{L}\p{N}([{“‘—–]/u.test(character)) return character;
  return /\s/.test(character) ? " " : "a";
}
