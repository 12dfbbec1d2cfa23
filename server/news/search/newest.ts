import { parseQuery } from "../../../core/search/query.ts";
import type { SearchRequest } from "../../../core/search/request.ts";
import type { Edition, SampleStory } from "../../editions/load.ts";
import type { SectionFile } from "../../editions/schema.ts";
import type { StoredArticle } from "../../store/articleRows.ts";
import type { Database } from "../../store/schema.ts";
import { articlesOfKeys, lookUpWords } from "../../store/search/search.ts";
import { searchKey } from "../../store/search/searchKey.ts";
import { findNewest } from "../../store/search/windows.ts";
import { groupStories } from "../sameStory.ts";
import { isFound } from "./sampleIndex.ts";
import { type Scope, scopeOf } from "./scope.ts";

/** A story that a search found: of a feed, or one of the edition's own. */
export type Found = { section: SectionFile } & (
  | { kind: "article"; article: StoredArticle; key: number }
  | { kind: "sample"; sample: SampleStory; key: number }
);

/** Stories of a search's feed; specification, section 9. */
const NEWEST = 50;

/** So many times as many are looked at, since some tell a story that another one tells already. */
const SPARE = 2;

/**
 * The newest stories that a search finds, newest first and each told once, whatever its order is: what a feed of the search
 * has.
 *
 * @param request as `readRequest` (core/search/request.ts) reads it from an address; where a page begins counts for nothing
 */
export async function newestMatches(
  edition: Edition,
  database: Database,
  request: SearchRequest,
  limit = NEWEST,
): Promise<Found[]> {
  const scope = await scopeOf(edition, database, request);
  const sought = await lookUpWords(database, parseQuery(scope.request.text, false));
  const keys = await findNewest(database, sought, scope.confines, { range: scope.range, limit: SPARE * limit });
  const own = scope.samples.filter((sample) => isFound(sample, sought)).map(({ key }) => key);
  const newest = [...keys, ...own].sort((a, b) => b - a).slice(0, SPARE * limit);
  return tellOnce(await foundOf(database, scope, newest))
    .slice(0, limit)
    .map(([first]) => first);
}

/** The stories of keys, in their order; one that is gone meanwhile is left out. */
export async function foundOf(database: Database, scope: Scope, keys: readonly number[]): Promise<Found[]> {
  const { samples, sectionOf } = scope;
  const own = new Map(samples.map((sample) => [sample.key, sample]));
  const stored = keys.filter((key) => !own.has(key));
  const articles = await articlesOfKeys(database, stored, new Set(sectionOf.keys()));
  const byKey = new Map(articles.map((article) => [searchKey(article.sortedAt, article.id), article]));
  return keys.flatMap((key): Found[] => {
    const sample = own.get(key);
    if (sample) return [{ kind: "sample", sample: sample.sample, section: sample.section, key }];
    const article = byKey.get(key);
    const section = article && sectionOf.get(article.feedUrl);
    return article && section ? [{ kind: "article", article, section, key }] : [];
  });
}

/** Articles that tell one story are one result, on pages as in feeds: the first of them, and then the others. */
export function tellOnce(found: readonly Found[]): [Found, ...Found[]][] {
  const told = found.map((one) =>
    one.kind === "article"
      ? { one, title: one.article.title, feedUrl: one.article.feedUrl, sortedAt: one.article.sortedAt }
      : { one, title: one.sample.title, feedUrl: one.sample.slug, sortedAt: new Date(one.sample.date).toISOString() },
  );
  return groupStories(told).flatMap((group) => {
    const [first, ...others] = group.map(({ one }) => one);
    return first ? [[first, ...others]] : [];
  });
}
