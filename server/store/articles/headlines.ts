import { type RawBuilder, sql } from "kysely";
import { getEngine } from "../engines/engine.ts";
import { hasHidden, isShown, type ShownFeeds } from "../rules/hiddenEntries.ts";
import type { Database } from "../schema/schema.ts";
import { listArticles, listHeadlines, mergeEntries, type StoredArticle } from "./articleRows.ts";

/** Returns, for each list of feeds, its `limit` newest headlines, newest first, without duplicates. */
export async function listNewestHeadlines(
  database: Database,
  edition: string,
  lists: readonly Omit<ShownFeeds, "edition">[],
  limit: number,
) {
  return listHeadlines(database, await listNewest(database, edition, lists, limit));
}

/** Returns the newest articles of the feeds, with the articles' texts, newest first, without duplicates. */
export async function listNewestArticles(database: Database, { edition, ...list }: ShownFeeds, limit: number) {
  const [newest = []] = await listNewest(database, edition, [list], limit);
  return listArticles(database, newest);
}

/** Maximum number of titles to return. In six days of a city's news, a headline shares words with fewer titles. */
const MAX_TITLES = 1000;

/**
 * Returns the titles of articles that were published within `hours` of an instant, newest first. Returns only titles
 * that contain one of `words` or a non-ASCII character.
 *
 * @param words ASCII words
 */
export async function listTitlesNear(database: Database, instant: string, hours: number, words: readonly string[]) {
  const { containsAny, hasNonAscii } = getEngine(database);
  const title = sql.ref("title");
  const shifted = (offset: number) => new Date(Date.parse(instant) + offset * 3_600_000).toISOString();
  return database
    .selectFrom("articles")
    .select(["id", "title"])
    .where("sorted_at", ">=", shifted(-hours))
    .where("sorted_at", "<=", shifted(hours))
    .where("taken_down_at", "is", null)
    .where(({ or }) => or([containsAny(title, words), hasNonAscii(title)]))
    .orderBy("sorted_at", "desc")
    .limit(MAX_TITLES)
    .execute();
}

/**
 * Returns the articles with the given ids, newest first. Omits articles that were taken down, and articles that readers
 * of the edition see in none of the feeds.
 */
export async function listCarriedArticles(
  database: Database,
  ids: readonly number[],
  { edition, section, feedUrls }: ShownFeeds,
): Promise<StoredArticle[]> {
  if (ids.length === 0) return [];
  const entries = await database
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select(["article_id as id", "entries.feed_url as carrier", "entries.sorted_at as sortedAt"])
    .where("article_id", "in", ids)
    .where("articles.taken_down_at", "is", null)
    .where(isShown(edition, { section }))
    .execute();
  const followed = new Set(feedUrls);
  return listArticles(database, mergeEntries(entries.filter(({ carrier }) => followed.has(carrier))));
}

/**
 * Returns a list of the newest articles for each list of feeds. Searches the index once per feed, so the search is as
 * fast in a large store as in a small one.
 */
async function listNewest(
  database: Database,
  edition: string,
  lists: readonly Omit<ShownFeeds, "edition">[],
  limit: number,
) {
  const { eachObject, indexHint, toList, toTuple } = getEngine(database);
  const feeds = new Map(
    lists.flatMap(({ section = "", feedUrls }) =>
      feedUrls.map((url) => [`${section} ${url}`, { section, url }] as const),
    ),
  );
  const url = sql`feed.value ->> 'url'`;
  // Returns a feed's entries as one JSON value: one row per entry would take longer than the search.
  const selectEntries = (condition: RawBuilder<unknown>) => sql`(
    select ${toList(toTuple(sql`newest.article_id, newest.sorted_at`))} from (
      select article_id, sorted_at from entries
      where feed_url = ${url} and article_id not in (select id from articles ${indexHint("articles_taken_down")} where taken_down_at is not null)
        ${condition}
      order by sorted_at desc, article_id
      limit ${limit}
    ) as newest)`;
  const shown = sql`and ${isShown(edition, { section: sql`feed.value ->> 'section'` })}`;
  const { rows } = await sql<{ entries: string }>`
    select case when ${hasHidden(edition, url)} then ${selectEntries(shown)} else ${selectEntries(sql``)} end as entries
    from ${eachObject([...feeds.values()], "feed")}
    order by feed.key`.execute(database);
  const byFeed = new Map(
    [...feeds].map(([key, { url: carrier }], index) => {
      const entries: [id: number, sortedAt: string][] = JSON.parse(rows[index]?.entries ?? "[]");
      return [key, entries.map(([id, sortedAt]) => ({ id, carrier, sortedAt }))];
    }),
  );
  return lists.map(({ section = "", feedUrls }) =>
    mergeEntries(feedUrls.flatMap((url) => byFeed.get(`${section} ${url}`) ?? [])).slice(0, limit),
  );
}
