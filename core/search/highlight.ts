import { type Token, tokenize } from "./fold.ts";
import type { Clause } from "./query.ts";

/** A piece of a text that matches the query, or does not. */
export interface Piece {
  text: string;
  isFound: boolean;
}

/** Cuts a text into pieces so that matches can be marked. Joined again, the pieces are the text. */
export function markMatches(text: string, clauses: readonly Clause[]): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { start, end } of findMatches(text, clauses)) {
    if (start < done) continue;
    if (start > done) pieces.push({ text: text.slice(done, start), isFound: false });
    pieces.push({ text: text.slice(start, end), isFound: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isFound: false });
  return pieces;
}

interface Match {
  start: number;
  end: number;
  clause: Clause;
}

function findMatches(text: string, clauses: readonly Clause[]): Match[] {
  const tokens = tokenize(text);
  return tokens.flatMap((token, index): Match[] => {
    for (const clause of clauses) {
      const end = findMatchEnd(tokens, index, clause);
      if (end !== undefined) return [{ start: token.start, end, clause }];
    }
    return [];
  });
}

function findMatchEnd(tokens: readonly Token[], index: number, { words, prefix }: Clause): number | undefined {
  if (words.every((word, offset) => tokens[index + offset]?.word === word))
    return tokens[index + words.length - 1]?.end;
  const token = tokens[index];
  return prefix !== null && token?.word.startsWith(prefix) ? token.end : undefined;
}

/** Approximate length of an excerpt, in characters. */
const EXCERPT_LENGTH = 200;
/** Longest text that is not cut, in characters. */
const MAX_UNCUT_LENGTH = 260;
/** Characters of a text that are searched for an excerpt. */
const MAX_SEARCHED_LENGTH = 60_000;
/** Characters shown before the first match. */
const LEAD_LENGTH = 60;

/** Returns the part of a text in which most clauses match close together, in pieces. */
export function markExcerpt(fullText: string, clauses: readonly Clause[]): Piece[] {
  if (fullText.length <= MAX_UNCUT_LENGTH) return markMatches(fullText, clauses);
  const text = fullText.slice(0, MAX_SEARCHED_LENGTH);
  const start = findStart(text, findMatches(text, clauses));
  const end = findEnd(text, start);
  return [
    ...(start > 0 ? [{ text: "… ", isFound: false }] : []),
    ...markMatches(text.slice(start, end).trim(), clauses),
    ...(end < text.length ? [{ text: " …", isFound: false }] : []),
  ];
}

/** Returns where the best excerpt starts: at a word shortly before its first match. */
function findStart(text: string, matches: readonly Match[]): number {
  let best = { clauses: 0, start: 0 };
  for (const [index, { start }] of matches.entries()) {
    const near = new Set<Clause>();
    for (let other = index; other < matches.length; other++) {
      const match = matches[other];
      if (!match || match.end > start + EXCERPT_LENGTH - LEAD_LENGTH) break;
      near.add(match.clause);
    }
    if (near.size > best.clauses) best = { clauses: near.size, start };
  }
  if (best.start <= LEAD_LENGTH) return 0;
  const space = text.indexOf(" ", best.start - LEAD_LENGTH);
  return space === -1 || space > best.start ? best.start : space + 1;
}

function findEnd(text: string, start: number): number {
  if (text.length - start <= EXCERPT_LENGTH) return text.length;
  const space = text.lastIndexOf(" ", start + EXCERPT_LENGTH);
  return space > start + EXCERPT_LENGTH / 2 ? space : start + EXCERPT_LENGTH;
}
