import { parseQuery } from "../../../core/search/query.ts";
import type { SearchRequest } from "../../../core/search/request.ts";
import type { Edition } from "../../editions/loading/load.ts";
import type { SectionConfig } from "../../editions/schema/schema.ts";
import type { StoredArticle } from "../../store/articles/articleRows.ts";
import { listCarriedArticles } from "../../store/articles/headlines.ts";
import type { SearchHit } from "../../store/search/find.ts";
import { toArticleId, toSearchKey } from "../../store/search/searchKey.ts";
import { type ComparableArticle, groupStories } from "../sameStory.ts";
import { findHits } from "./paging.ts";
import { resolveScope, type SearchScope, type SearchSource } from "./scope.ts";

export interface SectionArticle {
  article: StoredArticle;
  section: SectionConfig;
}

/** An article that matches a search, with its key in the index. */
export interface FoundArticle extends SectionArticle {
  key: number;
}

/** Returns the newest stories that a search finds, newest first, each once. Ignores the request's order and page. */
export async function listNewestMatches(
  edition: Edition,
  searchable: SearchSource,
  request: SearchRequest,
  limit: number,
): Promise<FoundArticle[]> {
  const scope = await resolveScope(edition, searchable, request);
  // Finds twice as many hits as stories, since articles about one story are merged.
  const enoughHits = 2 * limit;
  const { hits } = await findHits(scope, parseQuery(scope.request.text, scope.index.language, false), {
    range: scope.range,
    enoughHits,
  });
  const groups = await listFoundStories(scope, hits.sort((a, b) => b.key - a.key).slice(0, enoughHits));
  return groups.slice(0, limit).map(([first]) => first);
}

/** Loads the hits' articles, in the given order, grouped by story. Omits deleted articles. */
export async function listFoundStories(
  scope: SearchScope,
  hits: readonly SearchHit[],
): Promise<[FoundArticle, ...FoundArticle[]][]> {
  const { database, edition, section: searched, sectionByFeed } = scope;
  const ids = hits.map(({ key }) => toArticleId(key));
  // Filters the hits again: after a change of a rule, the index hides stories a moment later than the store.
  const shown = { edition, section: searched, feedUrls: [...sectionByFeed.keys()] };
  const articles = await listCarriedArticles(database, ids, shown);
  const byKey = new Map(articles.map((article) => [toSearchKey(article.sortedAt, article.id), article]));
  const found = hits.flatMap(({ key }): FoundArticle[] => {
    const article = byKey.get(key);
    const section = article && sectionByFeed.get(article.feedUrl);
    return article && section ? [{ article, section, key }] : [];
  });
  return groupStories(found.map((one) => ({ ...toComparable(one), found: one }))).flatMap((group) => {
    const [first, ...others] = group.map((member) => member.found);
    return first ? [[first, ...others]] : [];
  });
}

function toComparable({ article: { title, feedUrl, sortedAt } }: FoundArticle): ComparableArticle {
  return { title, feedUrl, sortedAt };
}
