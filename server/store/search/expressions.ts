import type { Language } from "../../../core/language/languages.ts";
import type { Clause, Query } from "../../../core/search/query.ts";
import { isStopWord } from "../../../core/search/stopWords.ts";
import { EVERY_ARTICLE } from "./indexing.ts";

/**
 * Returns the FTS5 query for a search. Quotes every word, so that typed text is never interpreted as FTS5 syntax.
 *
 * @param tags lists of tags; a match has at least one tag from each list
 * @param hiddenTags tags that a match must not have
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
 * Returns a query for stories with at least one of the required clauses. Omits clauses of stop words. Returns null if
 * `query` has only one required clause, or only stop words.
 */
export function toAnyQuery(query: Query): Query | null {
  const required = query.required.filter((clause) => !hasNoWeight(clause, query.language));
  return query.required.length > 1 && required.length > 0 ? { ...query, required, isAny: true } : null;
}

/**
 * Returns the FTS5 query that ranks matches; null if the query has only single stop words. Omits stop words, and phrases
 * of stop words unless there is nothing else. If all clauses are single words, adds the typed words as a phrase, so that stories with the phrase rank higher.
 */
export function toRankingExpression({ language, required, isAny }: Query): string | null {
  const weighted = required.filter((clause) => !hasNoWeight(clause, language));
  const clauses = weighted.length > 0 ? weighted : required.filter(({ words }) => words.length > 1);
  if (clauses.length === 0) return null;
  const all = (isAny ? anyOf : allOf)(clauses.map(toExpression));
  return isPlain(required) ? `${all} OR ${quote(required.flatMap(({ words }) => words).join(" "))}` : all;
}

/**
 * Returns true if `toMatchExpression` and `toRankingExpression` return the same query, apart from conditions on tags.
 * The query of `toMatchExpression` then ranks the matches, too. Tags do not change the scores of `bm25()`, since tags
 * have no weight.
 */
export function isMatchRanked({ language, required, excluded }: Query): boolean {
  const isWeighted = required.length > 0 && !required.some((clause) => hasNoWeight(clause, language));
  return isWeighted && excluded.length === 0 && !isPlain(required);
}

/** Returns true if the query consists of several single words and contains no phrase. */
function isPlain(required: readonly Clause[]): boolean {
  return required.length > 1 && required.every(({ words }) => words.length === 1);
}

/**
 * Returns true if a clause consists of stop words and has no `prefix`. Queries for ranking omit such clauses: `bm25()`
 * would give the stop words no weight, but would take time to count all rows that contain the stop words.
 */
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
