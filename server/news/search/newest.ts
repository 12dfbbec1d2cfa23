import { parseQuery } from "../../../core/search/query.ts";
import type { SearchRequest } from "../../../core/search/request.ts";
import type { Edition, SampleStory } from "../../editions/load.ts";
import type { SectionFile } from "../../editions/schema.ts";
import type { StoredArticle } from "../../store/articleRows.ts";
import { findCarriedArticles } from "../../store/headlines.ts";
import type { Database } from "../../store/schema.ts";
import type { Hit } from "../../store/search/find.ts";
import { toArticleId, toSearchKey } from "../../store/search/searchKey.ts";
import { type Comparable, groupStories } from "../sameStory.ts";
import { findHits } from "./paging.ts";
import { toInstant } from "./samples.ts";
import { getScope, type Scope } from "./scope.ts";

/** An article from a feed, or one of the edition's own stories. */
export type ArticleOrSample = { section: SectionFile } & (
  | { kind: "article"; article: StoredArticle }
  | { kind: "sample"; sample: SampleStory }
);

/** A story that matches a search, with its key in the index. */
export type Found = ArticleOrSample & { key: number };

/** Returns the newest stories that a search finds, newest first, each once. Ignores the request's order and page. */
export async function findNewestMatches(
  edition: Edition,
  database: Database,
  request: SearchRequest,
  limit: number,
): Promise<Found[]> {
  const scope = await getScope(edition, database, request);
  // Twice as many hits as stories, since articles about one story are merged.
  const enoughHits = 2 * limit;
  const { hits } = await findHits(scope, parseQuery(scope.request.text, false), { range: scope.range, enoughHits });
  const groups = await loadStories(scope, hits.sort((a, b) => b.key - a.key).slice(0, enoughHits));
  return groups.slice(0, limit).map(([first]) => first);
}

/** Loads the hits' articles and samples, in the given order, grouped by story. Omits articles deleted meanwhile. */
export async function loadStories(scope: Scope, hits: readonly Hit[]): Promise<[Found, ...Found[]][]> {
  const { database, samples, sectionByFeed } = scope;
  const ids = hits.filter(({ key }) => !samples.has(key)).map(({ key }) => toArticleId(key));
  const articles = await findCarriedArticles(database, ids, [...sectionByFeed.keys()]);
  const byKey = new Map(articles.map((article) => [toSearchKey(article.sortedAt, article.id), article]));
  const found = hits.flatMap(({ key }): Found[] => {
    const sample = samples.get(key);
    if (sample) return [{ kind: "sample", ...sample }];
    const article = byKey.get(key);
    const section = article && sectionByFeed.get(article.feedUrl);
    return article && section ? [{ kind: "article", article, section, key }] : [];
  });
  return groupStories(found.map((one) => ({ found: one, ...toComparable(one) }))).flatMap((group) => {
    const [first, ...others] = group.map((member) => member.found);
    return first ? [[first, ...others]] : [];
  });
}

function toComparable(found: Found): Comparable {
  if (found.kind === "sample")
    return { title: found.sample.title, feedUrl: found.sample.slug, sortedAt: toInstant(found.sample) };
  const { title, feedUrl, sortedAt } = found.article;
  return { title, feedUrl, sortedAt };
}
