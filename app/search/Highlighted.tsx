import type { Piece } from "../../core/search/highlight.ts";

export function Highlighted({ pieces }: { pieces: readonly Piece[] }) {
  let position = 0;
  return pieces.map(({ text, isFound }) => {
    const key = position;
    position += text.length;
    return isFound ? <mark key={key}>{text}</mark> : text;
  });
}
