import type { Language } from "../../../core/language/languages.ts";
import { foldWord } from "../../../core/search/fold.ts";
import type { Clause, Query } from "../../../core/search/query.ts";
import { EVERY_ARTICLE } from "./indexing.ts";

/**
 * Returns the FTS5 query for a search. Every word is quoted, so that typed text is never FTS5 syntax.
 *
 * @param tags lists of tags; a match has at least one tag of each list
 * @param hiddenTags tags that no match has
 */
export function toMatchExpression(
  { required, excluded }: Query,
  tags: readonly (readonly string[])[],
  hiddenTags: readonly string[] = [],
): string {
  const needed = [...required.map(toExpression), ...tags.map((list) => anyOf(list.map(quote)))];
  const all = allOf(needed.length > 0 ? needed : [quote(EVERY_ARTICLE)]);
  const unwanted = [...excluded.map(toExpression), ...hiddenTags.map(quote)];
  return unwanted.length > 0 ? `${all} NOT ${anyOf(unwanted)}` : all;
}

const ENGLISH = `a about all also an and are as at be been but by can for from had has have he her his i if in into is it its
  more not of on one or our out said she so than that the their there they this to up was we were what when which who will
  with would you your`;
const SPANISH = `a al como con cuando de del desde dijo donde el ella en entre era es esta este fue ha han hay la las le les lo
  los más muy ni no o para pero por que se sea ser si sin sobre son su sus también tiene un una y ya`;

/** Common words: `bm25()` gives them no weight but counts all their rows. */
const STOP_WORDS: Record<Language, ReadonlySet<string>> = {
  en: foldAll(ENGLISH, "en"),
  es: foldAll(SPANISH, "es"),
  xa: foldAll(ENGLISH, "xa"),
};

function foldAll(words: string, language: Language): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => foldWord(word, language)));
}

/** Returns the FTS5 query for ranking, without stop words, but with the typed phrase; null for stop words alone. */
export function toRankingExpression({ language, required }: Query): string | null {
  const clauses = required.filter((clause) => !hasNoWeight(clause, language));
  if (clauses.length === 0) return null;
  const all = allOf(clauses.map(toExpression));
  return isPlain(required) ? `${all} OR ${quote(required.flatMap(({ words }) => words).join(" "))}` : all;
}

/**
 * Returns true if `bm25()` scores the query of `toMatchExpression` as that of `toRankingExpression`, since tags have no
 * weight. One query then both finds and scores; a second one would read the positions of a phrase's words again.
 */
export function isMatchRanked({ language, required, excluded }: Query): boolean {
  const isWeighted = required.length > 0 && !required.some((clause) => hasNoWeight(clause, language));
  return isWeighted && excluded.length === 0 && !isPlain(required);
}

/** Returns true for several words without a phrase. */
function isPlain(required: readonly Clause[]): boolean {
  return required.length > 1 && required.every(({ words }) => words.length === 1);
}

function hasNoWeight({ words, prefix }: Clause, language: Language): boolean {
  return prefix === null && words.every((word) => STOP_WORDS[language].has(word));
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
