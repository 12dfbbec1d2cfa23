import type { Language } from "../../../core/language/languages.ts";
import type { Clause, Query } from "../../../core/search/query.ts";
import { isStopWord } from "../../../core/search/stopWords.ts";
import { EVERY_ARTICLE } from "./indexing.ts";

/**
 * Returns the FTS5 query for a search. Every word is quoted, so that typed text is never FTS5 syntax.
 *
 * @param tags lists of tags; a match has at least one tag from each list
 * @param hiddenTags tags that no match has
 */
export function toMatchExpression(
  { required, excluded, isAny }: Query,
  tags: readonly (readonly string[])[],
  hiddenTags: readonly string[] = [],
): string {
  const typed = required.map(toExpression);
  const needed = [...(isAny ? [anyOf(typed)] : typed), ...tags.map((list) => anyOf(list.map(quote)))];
  const all = allOf(needed.length > 0 ? needed : [quote(EVERY_ARTICLE)]);
  const unwanted = [...excluded.map(toExpression), ...hiddenTags.map(quote)];
  return unwanted.length > 0 ? `${all} NOT ${anyOf(unwanted)}` : all;
}

/**
 * Returns a query that matches stories with any of the required clauses, without stop words; null if that is the same
 * query, or finds too much.
 */
export function toAnyQuery(query: Query): Query | null {
  const required = query.required.filter((clause) => !hasNoWeight(clause, query.language));
  return query.required.length > 1 && required.length > 0 ? { ...query, required, isAny: true } : null;
}

/**
 * Returns the FTS5 query for ranking, without stop words, but with the typed phrase; null if there are only stop words.
 */
export function toRankingExpression({ language, required, isAny }: Query): string | null {
  const clauses = required.filter((clause) => !hasNoWeight(clause, language));
  if (clauses.length === 0) return null;
  const all = (isAny ? anyOf : allOf)(clauses.map(toExpression));
  return isPlain(required) ? `${all} OR ${quote(required.flatMap(({ words }) => words).join(" "))}` : all;
}

/**
 * Returns true if `bm25()` gives the query of `toMatchExpression` the same scores as that of `toRankingExpression`,
 * since tags have no weight. One query then finds and scores; a second one would read the positions of a phrase's words
 * again.
 */
export function isMatchRanked({ language, required, excluded }: Query): boolean {
  const isWeighted = required.length > 0 && !required.some((clause) => hasNoWeight(clause, language));
  return isWeighted && excluded.length === 0 && !isPlain(required);
}

/** Returns true for several single words, without a phrase. */
function isPlain(required: readonly Clause[]): boolean {
  return required.length > 1 && required.every(({ words }) => words.length === 1);
}

/** Returns true for words so common that `bm25()` gives them no weight, although it counts all their rows. */
function hasNoWeight({ words, prefix }: Clause, language: Language): boolean {
  return prefix === null && words.every((word) => isStopWord(word, language));
}

function toExpression({ words, prefix }: Clause): string {
  const phrase = quote(words.join(" "));
  return prefix === null ? phrase : `(${phrase} OR ${quote(prefix)} *)`;
}

function quote(words: string): string {
  return `"${words.replaceAll('"', "")}"`;
}

function allOf(expressions: readonly string[]): string {
  return `(${expressions.join(" AND ")})`;
}

function anyOf(expressions: readonly string[]): string {
  return `(${expressions.join(" OR ")})`;
}
