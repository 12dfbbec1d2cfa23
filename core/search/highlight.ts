import { tokensOf } from "./fold.ts";
import type { Token } from "./plainWords.ts";
import type { Clause } from "./query.ts";

/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  text: string;
  isFound: boolean;
}

/** Cuts a text into pieces, so that what was looked for can be marked. Put together again they are the text. */
export function piecesOf(text: string, clauses: readonly Clause[]): Piece[] {
  return cut(text, foundIn(tokensOf(text), clauses));
}

interface Stretch {
  start: number;
  end: number;
  clause: number;
}

function foundIn(tokens: readonly Token[], clauses: readonly Clause[]): Stretch[] {
  return tokens.flatMap((token, place) => {
    const clause = clauses.findIndex(({ words, prefix }) => {
      if (prefix !== null && token.word.startsWith(prefix)) return true;
      return words.every((word, offset) => tokens[place + offset]?.word === word);
    });
    const found = clauses[clause];
    if (!found) return [];
    const isWhole = found.words.every((word, offset) => tokens[place + offset]?.word === word);
    const last = isWhole ? (tokens[place + found.words.length - 1] ?? token) : token;
    return [{ start: token.start, end: last.end, clause }];
  });
}

function cut(text: string, stretches: readonly Stretch[]): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { start, end } of stretches) {
    if (start < done) continue;
    if (start > done) pieces.push({ text: text.slice(done, start), isFound: false });
    pieces.push({ text: text.slice(start, end), isFound: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isFound: false });
  return pieces;
}

/** Characters of an excerpt, about. */
const EXCERPT = 200;
/** A text of so many is shown as it is. */
const WHOLE = 260;
/** A text is looked through no further than this. */
const LOOKED_THROUGH = 60_000;

/** The stretch of a text in which most of what was looked for stands together, in pieces. */
export function excerptPieces(whole: string, clauses: readonly Clause[]): Piece[] {
  if (whole.length <= WHOLE) return piecesOf(whole, clauses);
  const text = whole.slice(0, LOOKED_THROUGH);
  const stretches = foundIn(tokensOf(text), clauses);
  const begin = beginOf(text, stretches);
  const end = endOf(text, begin);
  const pieces = piecesOf(text.slice(begin, end).trim(), clauses);
  return [
    ...(begin > 0 ? [{ text: "… ", isFound: false }] : []),
    ...pieces,
    ...(end < text.length ? [{ text: " …", isFound: false }] : []),
  ];
}

/** Where the best stretch begins: a little before the first of what it holds, at a word. */
function beginOf(text: string, stretches: readonly Stretch[]): number {
  let best = { clauses: 0, start: 0 };
  for (const [place, { start }] of stretches.entries()) {
    const near = new Set<number>();
    for (let other = place; other < stretches.length; other++) {
      const stretch = stretches[other];
      if (!stretch || stretch.end > start + EXCERPT - LEAD) break;
      near.add(stretch.clause);
    }
    if (near.size > best.clauses) best = { clauses: near.size, start };
  }
  if (best.start <= LEAD) return 0;
  const space = text.indexOf(" ", best.start - LEAD);
  return space === -1 || space > best.start ? best.start : space + 1;
}

/** Characters that are shown before what was looked for. */
const LEAD = 60;

function endOf(text: string, begin: number): number {
  if (text.length - begin <= EXCERPT) return text.length;
  const space = text.lastIndexOf(" ", begin + EXCERPT);
  return space > begin + EXCERPT / 2 ? space : begin + EXCERPT;
}
