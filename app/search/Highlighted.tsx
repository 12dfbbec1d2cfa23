import type { Piece } from "../../core/search/highlight.ts";

/** A text with what was looked for marked in it. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  let at = 0;
  return pieces.map(({ text, isFound }) => {
    const key = at;
    at += text.length;
    return isFound ? <mark key={key}>{text}</mark> : text;
  });
}
