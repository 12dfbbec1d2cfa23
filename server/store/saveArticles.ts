import { type Selectable, sql, type Transaction } from "kysely";
import type { Feed } from "../../core/article.ts";
import { recordArticleChanges } from "./changes.ts";
import { insertRows, withWriterLock } from "./engine.ts";
import { type EntryDate, type Incoming, selectIncoming } from "./incomingArticles.ts";
import { setFeedLanguage } from "./rules.ts";
import type { ArticleRow, Database, Tables } from "./schema.ts";
import { findCarriers } from "./takedowns.ts";

const STORED_COLUMNS = ["id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at"] as const;
type Stored = Pick<Selectable<ArticleRow>, (typeof STORED_COLUMNS)[number]>;

/** Acts on articles in the transaction that stores them. `now` is the time of the fetch, ISO 8601. */
export type OnWritten = (transaction: Database, feedUrl: string, ids: readonly number[], now: string) => Promise<void>;

/** Numbers of new and changed articles. */
export interface Saved {
  added: number;
  changed: number;
}

/**
 * Stores the newest 15 articles of a feed in one transaction: adds new ones, updates known ones, and removes none.
 *
 * @param now the time of the fetch, ISO 8601
 * @param hasRoomForBodies false to leave out the bodies of new and changed articles; a later poll adds them
 * @param isReserved returns true for slugs that no article may get: those of the editions' samples
 * @param onWritten called in the transaction with the ids of new and changed articles, and of known ones that are new to
 *   the feed
 */
export async function saveArticles(
  database: Database,
  feedUrl: string,
  feed: Feed,
  now: string,
  isReserved: (slug: string) => boolean,
  hasRoomForBodies = true,
  onWritten: OnWritten = async () => {},
): Promise<Saved> {
  const incoming = selectIncoming(feed.articles, now, hasRoomForBodies);
  const keys = incoming.map(({ key }) => key);
  const known = await findEntries(database, feedUrl, keys);
  const isEdited = (stored: Stored, { digests }: Incoming) =>
    stored.feed_url === feedUrl && !digests.includes(stored.digest) && !stored.taken_down_at;
  // Most polls find nothing new and write nothing.
  const changes = incoming.filter((entry) => {
    const stored = known.get(entry.key);
    return !stored || isEdited(stored, entry);
  });
  if (changes.length === 0) return { added: 0, changed: 0 };
  return withWriterLock(database, async (transaction) => {
    const writer = createWriter(transaction, feedUrl, now, isReserved);
    const same = await findSame(
      transaction,
      feedUrl,
      changes.filter(({ key }) => !known.has(key)),
    );
    // The source was taken down during the fetch.
    if (same.isTakenDown) return { added: 0, changed: 0 };
    const changed: number[] = [];
    const written = new Set<number>();
    const created: Incoming[] = [];
    const carried: NewEntry[] = [];
    for (const entry of changes) {
      const stored = known.get(entry.key) ?? same.articles.get(entry.key);
      if (!stored) {
        created.push(entry);
        continue;
      }
      if (isEdited(stored, entry)) {
        await writer.update(stored, entry);
        changed.push(stored.id);
      }
      if (!known.has(entry.key)) carried.push({ key: entry.key, articleId: stored.id, sortedAt: stored.sorted_at });
      written.add(stored.id);
    }
    const added = await writer.insert(created, same.slugs);
    for (const { articleId } of added) written.add(articleId);
    await writer.addEntries([...carried, ...added]);
    if (feed.language) await setFeedLanguage(transaction, feedUrl, feed.language);
    await onWritten(transaction, feedUrl, [...written], now);
    const otherCarriers = (await findCarriers(transaction, changed)).filter((url) => url !== feedUrl);
    await recordArticleChanges(transaction, "article", [...written], [feedUrl, ...otherCarriers]);
    return { added: added.length, changed: changed.length };
  });
}

/** Returns the articles of a feed's entries, by entry key. */
async function findEntries(database: Database, feedUrl: string, keys: readonly string[]): Promise<Map<string, Stored>> {
  if (keys.length === 0) return new Map();
  const rows = await database
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select(STORED_COLUMNS.map((column) => `articles.${column}` as const))
    .select("entries.entry_key")
    .where("entries.feed_url", "=", feedUrl)
    .where("entry_key", "in", keys)
    .execute();
  return new Map(rows.map((row) => [row.entry_key, row]));
}

/** Stored articles and slugs that concern new entries. */
interface Found {
  /** Their articles, by entry key: stored meanwhile, with the same link, or taken down with the same headline. */
  articles: Map<string, Stored>;
  /** Those of the entries' slugs that other articles have, and that own stories have or had. */
  slugs: Set<string>;
  /** True if the feed was taken down. */
  isTakenDown: boolean;
}

async function findSame(
  transaction: Transaction<Tables>,
  feedUrl: string,
  entries: readonly Incoming[],
): Promise<Found> {
  const columns = STORED_COLUMNS.map((column) => `articles.${column}` as const);
  const select = (by: "link_key" | "title" | "slug") =>
    transaction
      .selectFrom("articles")
      .select(columns)
      .select([sql.lit(by).as("by"), sql<string>`${sql.ref(by)}`.as("value")]);
  const ofEntries = transaction
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select(columns)
    .select([sql.lit("entry_key").as("by"), "entries.entry_key as value"]);
  const slugs = entries.map(toSlug);
  const noArticle = [
    sql<number>`0`.as("id"),
    sql<string>`''`.as("digest"),
    sql<string>`''`.as("feed_url"),
    sql<string | null>`null`.as("published_at"),
    sql<string>`''`.as("sorted_at"),
    sql<string | null>`null`.as("taken_down_at"),
  ] as const;
  // An own story has its address before it has an article, and keeps its former ones.
  const ofOwnStories = (table: "own_stories" | "own_story_slugs") =>
    transaction
      .selectFrom(table)
      .select([...noArticle, sql.lit("slug").as("by"), "slug as value"])
      .where("slug", "in", slugs);
  const ofTakedowns = transaction
    .selectFrom("takedowns")
    .select([...noArticle, sql.lit("takedown").as("by"), "subject as value"])
    .where("kind", "=", "source")
    .where("subject", "=", feedUrl);
  const linkKeys = entries.flatMap(({ linkKey }) => linkKey ?? []);
  const keys = entries.map(({ key }) => key);
  const titles = entries.map(({ article }) => article.title);
  const takenDown = select("title").where("taken_down_at", "is not", null);
  // One statement, so that PostgreSQL is asked once.
  const rows = await ofEntries
    .where("entries.feed_url", "=", feedUrl)
    .where("entry_key", "in", keys)
    .unionAll(select("link_key").where("link_key", "in", linkKeys))
    .unionAll(takenDown.where("feed_url", "=", feedUrl).where("title", "in", titles))
    .unionAll(select("slug").where("slug", "in", slugs))
    .unionAll(ofOwnStories("own_stories"))
    .unionAll(ofOwnStories("own_story_slugs"))
    .unionAll(ofTakedowns)
    .execute();
  // Of several, the oldest.
  const sorted = rows.toSorted((a, b) => b.id - a.id);
  const mapBy = (by: string) => new Map(sorted.filter((row) => row.by === by).map((row) => [row.value, row]));
  const [byKey, byLink, byTitle] = [mapBy("entry_key"), mapBy("link_key"), mapBy("title")];
  return {
    articles: new Map(
      entries.flatMap(({ key, linkKey, article }) => {
        const stored = byKey.get(key) ?? byLink.get(linkKey ?? "") ?? byTitle.get(article.title);
        return stored ? [[key, stored]] : [];
      }),
    ),
    slugs: new Set(mapBy("slug").keys()),
    isTakenDown: mapBy("takedown").size > 0,
  };
}

/** Returns the slug that an entry's article gets if it is free. */
function toSlug({ article }: Incoming): string {
  return article.slug || "story";
}

/** An entry to add to the feed. */
interface NewEntry {
  key: string;
  articleId: number;
  sortedAt: string;
}

/**
 * Creates a writer to the articles and entries of one feed. One statement writes all new articles: on PostgreSQL, sending
 * statements takes longer than executing them.
 *
 * @param now the time of the fetch, ISO 8601
 */
function createWriter(
  transaction: Transaction<Tables>,
  feedUrl: string,
  now: string,
  isReserved: (slug: string) => boolean,
) {
  async function findTaken(slugs: readonly string[]): Promise<string[]> {
    // An own story has its address before it is published, and keeps its former ones.
    const rows = await transaction
      .selectFrom("articles")
      .select("slug")
      .where("slug", "in", slugs)
      .union((union) => union.selectFrom("own_stories").select("slug").where("slug", "in", slugs))
      .union((union) => union.selectFrom("own_story_slugs").select("slug").where("slug", "in", slugs))
      .execute();
    return rows.map(({ slug }) => slug);
  }

  /** Returns a free slug for each article, all different. @param taken those of `bases` that are not free */
  async function findFreeSlugs(bases: readonly string[], taken: Set<string>): Promise<string[]> {
    const slugs: string[] = [];
    for (const base of bases) {
      let slug = base;
      for (let number = 2; isReserved(slug) || taken.has(slug); number++) {
        slug = `${base}-${number}`;
        if (!isReserved(slug) && !taken.has(slug)) for (const found of await findTaken([slug])) taken.add(found);
      }
      taken.add(slug);
      slugs.push(slug);
    }
    return slugs;
  }

  return {
    /** Adds articles. Returns their entries. */
    async insert(entries: readonly Incoming[], takenSlugs: Set<string>): Promise<NewEntry[]> {
      if (entries.length === 0) return [];
      const slugs = await findFreeSlugs(entries.map(toSlug), takenSlugs);
      const rows = entries.map((entry, index) => {
        return {
          ...toColumns(entry, entry.date, now),
          slug: slugs[index] ?? "",
          feed_url: feedUrl,
          first_seen_at: now,
        };
      });
      const inserted = await insertRows(transaction, "articles", rows).returning(["id", "slug"]).execute();
      const ids = new Map(inserted.map(({ id, slug }) => [slug, id]));
      return entries.map(({ key, date }, index) => {
        return { key, articleId: ids.get(slugs[index] ?? "") ?? 0, sortedAt: date.sortedAt };
      });
    },

    async update({ id, published_at, sorted_at }: Stored, entry: Incoming): Promise<void> {
      const { publishedAt } = entry.article;
      // Without a new date, or with one in the future, an article keeps its old date.
      const isValid = publishedAt !== null && publishedAt <= now;
      const sortedAt = isValid ? publishedAt : sorted_at;
      const date = { publishedAt: isValid ? publishedAt : published_at, sortedAt };
      await transaction
        .updateTable("articles")
        .set(toColumns(entry, date, now))
        .where("id", "=", id)
        .execute();
      await transaction.updateTable("entries").set({ sorted_at: sortedAt }).where("article_id", "=", id).execute();
    },

    async addEntries(entries: readonly NewEntry[]): Promise<void> {
      if (entries.length === 0) return;
      const rows = entries.map(({ key, articleId, sortedAt }) => {
        return { feed_url: feedUrl, entry_key: key, article_id: articleId, sorted_at: sortedAt };
      });
      await insertRows(transaction, "entries", rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}

function toColumns({ article, linkKey, digest }: Incoming, { publishedAt, sortedAt }: EntryDate, now: string) {
  const { title, link, author, excerpt, image } = article;
  return {
    ...{ title, link, author, excerpt, digest, link_key: linkKey },
    ...{ published_at: publishedAt, sorted_at: sortedAt, changed_at: now, updated_at: article.updatedAt },
    ...{ description_html: article.descriptionHtml, content_html: article.contentHtml },
    ...{ image_url: image?.url ?? null, image_width: image?.width ?? null, image_height: image?.height ?? null },
    image_alt: image?.alt ?? null,
    image_caption: image?.caption || null,
    image_credit: image?.credit || null,
    enclosures: JSON.stringify(article.enclosures),
    categories: JSON.stringify(article.categories),
  };
}
