import { parseQuery } from "../../../core/search/query.ts";
import type { SearchRequest } from "../../../core/search/request.ts";
import type { Edition, SampleStory } from "../../editions/load.ts";
import type { SectionFile } from "../../editions/schema.ts";
import type { StoredArticle } from "../../store/articleRows.ts";
import type { Database } from "../../store/schema.ts";
import { getArticlesByKeys } from "../../store/search/search.ts";
import { searchKey } from "../../store/search/searchKey.ts";
import { groupStories } from "../sameStory.ts";
import { findHits } from "./paging.ts";
import { getScope, type Scope } from "./scope.ts";

/** A story that matches a search: an article of a feed, or one of the edition's own. */
export type Found = { section: SectionFile } & (
  | { kind: "article"; article: StoredArticle; key: number }
  | { kind: "sample"; sample: SampleStory; key: number }
);

/** Stories in the feed of a search; specification, section 9. */
const FEED_LENGTH = 50;

/**
 * Returns the newest stories that a search finds, newest first and each once, for the feed of the search.
 *
 * @param request its order and page are ignored
 */
export async function newestMatches(
  edition: Edition,
  database: Database,
  request: SearchRequest,
  limit = FEED_LENGTH,
): Promise<Found[]> {
  const scope = await getScope(edition, database, request);
  // Twice as many as are returned, since some tell a story that another one tells already.
  const enough = 2 * limit;
  const { hits } = await findHits(scope, parseQuery(scope.request.text, false), { range: scope.range, enough });
  const keys = hits.map(({ key }) => key).sort((a, b) => b - a);
  const groups = groupFound(await loadFound(scope, keys.slice(0, enough)));
  return groups.slice(0, limit).map(([first]) => first);
}

/** Loads the stories with the given keys, in their order. One that is gone by now is left out. */
export async function loadFound(scope: Scope, keys: readonly number[]): Promise<Found[]> {
  const { database, samples, sectionOf } = scope;
  const stored = keys.filter((key) => !samples.has(key));
  const articles = await getArticlesByKeys(database, stored, new Set(sectionOf.keys()));
  const byKey = new Map(articles.map((article) => [searchKey(article.sortedAt, article.id), article]));
  return keys.flatMap((key): Found[] => {
    const own = samples.get(key);
    if (own) return [{ kind: "sample", sample: own.sample, section: own.section, key }];
    const article = byKey.get(key);
    const section = article && sectionOf.get(article.feedUrl);
    return article && section ? [{ kind: "article", article, section, key }] : [];
  });
}

/** Groups the stories that tell the same story, so that each group is one result. */
export function groupFound(found: readonly Found[]): [Found, ...Found[]][] {
  const headlines = found.map((one) =>
    one.kind === "article"
      ? { one, title: one.article.title, feedUrl: one.article.feedUrl, sortedAt: one.article.sortedAt }
      : { one, title: one.sample.title, feedUrl: one.sample.slug, sortedAt: new Date(one.sample.date).toISOString() },
  );
  return groupStories(headlines).flatMap((group) => {
    const [first, ...others] = group.map(({ one }) => one);
    return first ? [[first, ...others]] : [];
  });
}
