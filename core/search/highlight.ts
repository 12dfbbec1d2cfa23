import type { Language } from "../language/languages.ts";
import { type Token, tokenize } from "./fold.ts";
import type { Clause } from "./query.ts";

/** A piece of a text; `isFound` is true if it matches the query. */
export interface Piece {
  text: string;
  isFound: boolean;
}

/** Splits a text into pieces: the matches, and the text between them. Joined, the pieces are the text again. */
export function markMatches(text: string, clauses: readonly Clause[], language: Language): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { start, end } of listMatches(text, clauses, language)) {
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

function listMatches(text: string, clauses: readonly Clause[], language: Language): Match[] {
  const tokens = tokenize(text, language);
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
/** Maximum length, in characters, of a text that is shown whole. */
const MAX_UNCUT_LENGTH = 260;
/** Number of characters, from the beginning of a text, that are searched for an excerpt. */
const MAX_SEARCHED_LENGTH = 60_000;
/** Maximum number of characters that an excerpt shows before its first match. */
const LEAD_LENGTH = 60;

/** Returns the excerpt in which the most clauses match, or the whole text if it is short. The result is in pieces. */
export function markExcerpt(fullText: string, clauses: readonly Clause[], language: Language): Piece[] {
  if (fullText.length <= MAX_UNCUT_LENGTH) return markMatches(fullText, clauses, language);
  const text = fullText.slice(0, MAX_SEARCHED_LENGTH);
  const start = findStart(text, listMatches(text, clauses, language));
  const end = findEnd(text, start);
  return [
    ...(start > 0 ? [{ text: "… ", isFound: false }] : []),
    ...markMatches(text.slice(start, end).trim(), clauses, language),
    ...(end < text.length ? [{ text: " …", isFound: false }] : []),
  ];
}

/** Returns the index at which the best excerpt starts: a word shortly before the excerpt's first match. */
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
