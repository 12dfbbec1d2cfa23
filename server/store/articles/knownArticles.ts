import { type Selectable, sql, type Transaction } from "kysely";
import { MAX_ITEMS } from "../../../core/article.ts";
import { getEngine } from "../engines/engine.ts";
import type { ArticleRow, Tables } from "../schema/schema.ts";
import { type Incoming, isSameStory } from "./incomingArticles.ts";

const STORED_COLUMNS = [
  "id",
  "digest",
  "feed_url",
  "published_at",
  "sorted_at",
  "taken_down_at",
  "title",
  "link",
] as const;
/**
 * Number of a feed's newest articles to compare with an entry whose guid or link has changed. The number is higher than
 * the number of entries in a poll, since the entry's story may have been stored earlier.
 */
const MAX_CANDIDATES = 3 * MAX_ITEMS;
/** Columns of a stored article that decide how its entry is stored. */
export type Stored = Pick<Selectable<ArticleRow>, (typeof STORED_COLUMNS)[number]>;

/** Rows of the store that decide how a feed's entries are stored. */
export interface EntryLookup {
  /** Articles of entries that are already stored, by entry key. */
  known: Map<string, Stored>;
  /**
   * Maps the key of an entry that is not in `known` to the stored article of the same story. The article has the
   * entry's link, or was taken down and has the entry's title, or was stored when the entry had another key.
   */
  sameStories: Map<string, Stored>;
  /** Keys in `sameStories` of entries whose guid or link has changed. */
  changedKeys: Set<string>;
  /** Subset of the entries' slugs that is in use: slugs of articles, and current or former slugs of staff stories. */
  slugs: Set<string>;
  /** True if the feed was taken down. */
  isTakenDown: boolean;
  /** First id of a range of free article ids, with one id for each entry that is not in `known`. */
  firstId: number;
}

/**
 * Returns the `EntryLookup` of a feed's entries, and reserves article ids. Runs a single statement, so that it takes
 * one round trip to PostgreSQL. Call this while the writer lock is held.
 */
export async function lookUpEntries(
  transaction: Transaction<Tables>,
  feedUrl: string,
  entries: readonly Incoming[],
): Promise<EntryLookup> {
  const engine = getEngine(transaction);
  const columns = STORED_COLUMNS.map((column) => `articles.${column}` as const);
  const select = (by: "link_key" | "title" | "slug") =>
    transaction
      .selectFrom("articles")
      .select(columns)
      .select([sql.lit(by).as("by"), sql<string>`${sql.ref(by)}`.as("value")]);
  const slugs = entries.map(toSlug);
  const noDigest = [
    sql<string>`''`.as("digest"),
    sql<string>`''`.as("feed_url"),
    sql<string | null>`null`.as("published_at"),
    sql<string>`''`.as("sorted_at"),
    sql<string | null>`null`.as("taken_down_at"),
    sql<string>`''`.as("title"),
    sql<string | null>`null`.as("link"),
  ] as const;
  const noArticle = [sql<number>`0`.as("id"), ...noDigest] as const;
  // Staff stories have a slug before they have an article, and keep their former slugs.
  const ofStaffStories = (table: "staff_stories" | "staff_story_slugs") =>
    transaction
      .selectFrom(table)
      .select([...noArticle, sql.lit("slug").as("by"), "slug as value"])
      .where(engine.isAmong(sql.ref("slug"), slugs));
  const ofTakedowns = transaction
    .selectFrom("takedowns")
    .select([...noArticle, sql.lit("takedown").as("by"), "subject as value"])
    .where("kind", "=", "source")
    .where("subject", "=", feedUrl);
  const linkKeys = entries.flatMap(({ linkKey }) => linkKey ?? []);
  const keys = entries.map(({ key }) => key);
  const titles = entries.map(({ article }) => article.title);
  const takenDown = select("title").where("taken_down_at", "is not", null);
  const unknown = sql<number>`(cast(${entries.length} as bigint) - (select count(id) from known))`;
  const ofFeed = transaction
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select(columns);
  const isOfFeed = engine.isAmong(sql.ref("entries.feed_url"), [feedUrl]);
  const identifiers = entries.flatMap(({ key, identifier }) => (key === identifier ? [] : identifier));
  const newest = ofFeed
    // Compares with `=` rather than `isAmong`, which would make PostgreSQL sort the rows.
    .where("entries.feed_url", "=", feedUrl)
    .select([sql.lit("newest").as("by"), sql<string>`''`.as("value")])
    .where(sql<boolean>`${unknown} > 0`)
    .orderBy("entries.sorted_at", "desc")
    .limit(MAX_CANDIDATES);
  const rows = await transaction
    .with(
      (name) => name("known").materialized(),
      () =>
        ofFeed
          .select([sql.lit("entry_key").as("by"), "entries.entry_key as value"])
          .where(isOfFeed)
          .where(engine.isKeyIn(sql.ref("entries.entry_key"), keys)),
    )
    .selectFrom("known")
    .select([...STORED_COLUMNS, "by", "value"])
    .unionAll(
      ofFeed
        .select([sql.lit("identifier").as("by"), "entries.entry_key as value"])
        .where(isOfFeed)
        .where(engine.isKeyIn(sql.ref("entries.entry_key"), identifiers)),
    )
    .unionAll(transaction.selectFrom(newest.as("newest")).select([...STORED_COLUMNS, "by", "value"]))
    .unionAll(select("link_key").where(engine.isAmong(sql.ref("link_key"), linkKeys)))
    .unionAll(takenDown.where("feed_url", "=", feedUrl).where(engine.isAmong(sql.ref("title"), titles)))
    .unionAll(select("slug").where(engine.isAmong(sql.ref("slug"), slugs)))
    .unionAll(ofStaffStories("staff_stories"))
    .unionAll(ofStaffStories("staff_story_slugs"))
    .unionAll(ofTakedowns)
    .unionAll(
      transaction.selectNoFrom([
        engine.reserveArticleIds(unknown).as("id"),
        ...noDigest,
        sql.lit("reserved").as("by"),
        sql<string>`''`.as("value"),
      ]),
    )
    .execute();
  // If several articles have the same value, the map keeps the oldest article, which is sorted last.
  const sorted = rows.toSorted((a, b) => b.id - a.id);
  const mapBy = (by: string) => new Map(sorted.filter((row) => row.by === by).map((row) => [row.value, row]));
  const [known, byLink] = [mapBy("entry_key"), mapBy("link_key")];
  const [byTitle, byIdentifier] = [mapBy("title"), mapBy("identifier")];
  const sameStories = new Map<string, Stored>();
  for (const { key, identifier, linkKey, article } of entries) {
    // If an entry's identifier was unique when the entry was stored, the stored key is the identifier alone.
    const single = byIdentifier.get(identifier);
    const isSingle = single?.link === article.link && (identifier !== article.link || single?.title === article.title);
    const stored = (isSingle ? single : undefined) ?? byLink.get(linkKey ?? "") ?? byTitle.get(article.title);
    if (stored && !known.has(key)) sameStories.set(key, stored);
  }
  const candidates = rows.filter(({ by }) => by === "newest");
  const changedKeys = matchChangedEntries(entries, { known, sameStories }, candidates);
  return {
    known,
    sameStories,
    changedKeys,
    slugs: new Set(mapBy("slug").keys()),
    isTakenDown: mapBy("takedown").size > 0,
    firstId: (mapBy("reserved").get("")?.id ?? 0) - (entries.length - known.size) + 1,
  };
}

/**
 * Finds the stored articles of entries whose guid or link has changed, and adds these articles to `sameStories`. Skips
 * articles that belong to another entry, since two stories of one day may have the same title. Returns the keys of the
 * entries for which an article was found.
 */
function matchChangedEntries(
  entries: readonly Incoming[],
  { known, sameStories }: Pick<EntryLookup, "known" | "sameStories">,
  candidates: readonly Stored[],
): Set<string> {
  const changedKeys = new Set<string>();
  const matched = new Set([...known.values(), ...sameStories.values()].map(({ id }) => id));
  for (const entry of entries) {
    if (known.has(entry.key) || sameStories.has(entry.key)) continue;
    const stored = candidates.find((candidate) => !matched.has(candidate.id) && isSameStory(entry, candidate));
    if (!stored) continue;
    matched.add(stored.id);
    sameStories.set(entry.key, stored);
    changedKeys.add(entry.key);
  }
  return changedKeys;
}

/** Returns the slug that an entry's article gets if the slug is free. */
export function toSlug({ article }: Incoming): string {
  return article.slug || "story";
}
