import { sql } from "kysely";
import type { Headline, StoredArticle } from "./articleRows.ts";
import { COLUMNS, fromRow, headlineOf, PHOTOGRAPH } from "./articleRows.ts";
import type { Database } from "./schema.ts";

/** An article's place in a list. */
interface Place {
  id: number;
  carriers: string[];
  sortedAt: string;
}

/**
 * The newest articles of several lists of feeds, newest first, each article once in a list.
 *
 * @param limit how many of each list
 */
export async function newestHeadlines(
  database: Database,
  lists: readonly (readonly string[])[],
  limit: number,
): Promise<Headline[][]> {
  const places = await newestPlaces(database, lists, limit);
  const rows = await database
    .selectFrom("articles")
    .leftJoin("pictures", "pictures.url", "articles.image_url")
    .select(COLUMNS.map((column) => `articles.${column}` as const))
    .select(PHOTOGRAPH)
    .where("articles.id", "in", idsIn(places.flat()))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return places.map((list) =>
    list.flatMap(({ id, carriers }) => {
      const row = byId.get(id);
      return row ? [headlineOf(row, carriers)] : [];
    }),
  );
}

/** The newest articles that any of the feeds carries, whole, newest first, each once. */
export async function newestArticles(
  database: Database,
  feedUrls: readonly string[],
  limit: number,
): Promise<StoredArticle[]> {
  const [places = []] = await newestPlaces(database, [feedUrls], limit);
  return articlesAt(database, places);
}

/** A headline near an instant, by which to tell whether it is one of the same story. */
interface NearTitle {
  id: number;
  title: string;
}

/**
 * The titles of articles that were published within so many hours of an instant, newest first.
 *
 * @param words which of them: those with one of these words, of letters and figures, and all that are not plain ASCII
 */
export async function titlesNear(
  database: Database,
  instant: string,
  hours: number,
  words: readonly string[],
): Promise<NearTitle[]> {
  const at = (offset: number) => new Date(Date.parse(instant) + offset * 3_600_000).toISOString();
  return database
    .selectFrom("articles")
    .select(["id", "title"])
    .where("sorted_at", ">=", at(-hours))
    .where("sorted_at", "<=", at(hours))
    .where("taken_down_at", "is", null)
    .where(({ eb, or }) =>
      or([...words.map((word) => eb("title", "like", `%${word}%`)), sql<boolean>`title glob ${"*[^ -~]*"}`]),
    )
    .orderBy("sorted_at", "desc")
    .limit(NEAR)
    .execute();
}

/** More than are like each other in six days of a city's news. */
const NEAR = 1000;

/** The articles among some that any of the feeds carries, newest first, whole. */
export async function articlesCarried(
  database: Database,
  ids: readonly number[],
  feedUrls: readonly string[],
): Promise<StoredArticle[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom("entries")
    .select(["article_id as id", "feed_url as carrier", "sorted_at"])
    .where("article_id", "in", ids)
    .execute();
  const known = new Set(feedUrls);
  return articlesAt(database, placesOf(rows.filter(({ carrier }) => known.has(carrier))));
}

/**
 * Where the newest articles of lists of feeds stand. Each feed is one step in an index, and all are asked for at once, so
 * that the answer takes as long with a million articles as with a thousand.
 */
async function newestPlaces(
  database: Database,
  lists: readonly (readonly string[])[],
  limit: number,
): Promise<Place[][]> {
  const urls = [...new Set(lists.flat())];
  // A feed's places come as one text: a row for each would take longer to hand over than to find.
  const { rows } = await sql<{ places: string }>`
    select (
      select json_group_array(json_array(newest.article_id, newest.sorted_at)) from (
        select article_id, sorted_at from entries
        where feed_url = feed.value and article_id not in (select id from articles indexed by articles_taken_down where taken_down_at is not null)
        order by sorted_at desc, article_id
        limit ${limit}
      ) as newest
    ) as places
    from json_each(${JSON.stringify(urls)}) as feed
    order by feed.key`.execute(database);
  const byFeed = new Map(
    urls.map((url, index) => [url, JSON.parse(rows[index]?.places ?? "[]") as [number, string][]]),
  );
  const rowsOf = (carrier: string) =>
    (byFeed.get(carrier) ?? []).map(([id, sorted_at]) => ({ id, carrier, sorted_at }));
  return lists.map((list) => placesOf(list.flatMap(rowsOf)).slice(0, limit));
}

/** Newest first, each article once, with all the feeds that carry it. */
function placesOf(rows: readonly { id: number; carrier: string; sorted_at: string }[]): Place[] {
  const places = new Map<number, Place>();
  for (const { id, carrier, sorted_at } of rows) {
    const known = places.get(id);
    if (known) known.carriers.push(carrier);
    else places.set(id, { id, carriers: [carrier], sortedAt: sorted_at });
  }
  return [...places.values()].sort((a, b) =>
    a.sortedAt === b.sortedAt ? a.id - b.id : a.sortedAt < b.sortedAt ? 1 : -1,
  );
}

async function articlesAt(database: Database, places: readonly Place[]): Promise<StoredArticle[]> {
  const rows = await database
    .selectFrom("articles")
    .leftJoin("pictures", "pictures.url", "articles.image_url")
    .selectAll("articles")
    .select(PHOTOGRAPH)
    .where("articles.id", "in", idsIn(places))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return places.flatMap(({ id, carriers }) => {
    const row = byId.get(id);
    return row ? [fromRow(row, carriers)] : [];
  });
}

/** One value, however many they are: the statement stays the same, and is prepared once. */
function idsIn(places: readonly Place[]) {
  return sql<number>`(select value from json_each(${JSON.stringify([...new Set(places.map(({ id }) => id))])}))`;
}
