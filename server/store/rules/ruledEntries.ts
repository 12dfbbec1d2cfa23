import { OWN_FEED_PATTERN } from "../../../core/ownFeeds.ts";
import type { Database } from "../schema/schema.ts";

/** An entry of a feed in a section of an edition, with the values that rules and reviews check. */
export interface RuledEntry {
  id: number;
  feedUrl: string;
  section: string;
  /** Time at which the edition stopped following the feed (ISO 8601); null while it follows the feed. */
  leftAt: string | null;
  slug: string;
  title: string;
  excerpt: string;
  author: string;
  /** JSON array of the article's categories. */
  categories: string;
  /** Language tags of the article and of its feed; null if none is declared. */
  language: string | null;
  feedLanguage: string | null | undefined;
  link: string | null;
  /** Date of the article, and time at which it was first seen; both ISO 8601. */
  sortedAt: string;
  firstSeenAt: string;
}

/** Returns an edition's entries of the given articles except staff stories, sorted by id, feed and section. */
export async function listRuledEntries(database: Database, edition: string, ids: readonly number[]) {
  return database
    .selectFrom("entries")
    .innerJoin("follows", "follows.feed_url", "entries.feed_url")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .leftJoin("feeds", "feeds.url", "entries.feed_url")
    .select(["entries.article_id as id", "entries.feed_url as feedUrl", "follows.section", "follows.left_at as leftAt"])
    .select(["articles.slug", "articles.title", "articles.excerpt", "articles.author", "articles.categories"])
    .select(["articles.language", "feeds.language as feedLanguage", "articles.link"])
    .select(["articles.sorted_at as sortedAt", "articles.first_seen_at as firstSeenAt"])
    .where("entries.article_id", "in", ids)
    .where("follows.edition", "=", edition)
    .where("entries.feed_url", "not like", OWN_FEED_PATTERN)
    .orderBy("entries.article_id")
    .orderBy("entries.feed_url")
    .orderBy("follows.section")
    .execute();
}

/** Returns up to `limit` article ids below `before`, highest first. Articles that were stored later have higher ids. */
export async function listNextArticles(database: Database, before: number, limit: number): Promise<number[]> {
  const articles = database.selectFrom("articles").select("id").where("id", "<", before);
  return (await articles.orderBy("id", "desc").limit(limit).execute()).map(({ id }) => id);
}

/** Returns the ids of articles dated after `from`, up to `until` (ISO 8601). Omits articles that were taken down. */
export async function listArticlesDated(database: Database, from: string, until: string): Promise<number[]> {
  const articles = database.selectFrom("articles").select("id").where("taken_down_at", "is", null);
  const rows = await articles.where("sorted_at", ">", from).where("sorted_at", "<=", until).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of the newest articles of the given feeds, shown or not, newest first. */
export async function listNewestArticleIds(database: Database, feedUrls: readonly string[], limit: number) {
  const lists = await Promise.all(
    feedUrls.map((url) =>
      database
        .selectFrom("entries")
        .innerJoin("articles", "articles.id", "entries.article_id")
        .select(["entries.article_id as id", "entries.sorted_at as sortedAt"])
        .where("entries.feed_url", "=", url)
        .where("articles.taken_down_at", "is", null)
        .orderBy("entries.sorted_at", "desc")
        .limit(limit)
        .execute(),
    ),
  );
  const newest = lists
    .flat()
    .sort((a, b) => (a.sortedAt < b.sortedAt ? 1 : a.sortedAt > b.sortedAt ? -1 : a.id - b.id));
  return [...new Set(newest.map(({ id }) => id))].slice(0, limit);
}
