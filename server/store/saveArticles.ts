import { createHash } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { type Article, type Feed, MAX_ITEMS } from "../../core/article.ts";
import { recordArticleChanges } from "./changes.ts";
import { withWriterLock } from "./engine.ts";
import type { ArticleRow, Database, Tables } from "./schema.ts";
import { findCarriers, findTakedown } from "./takedowns.ts";

const STORED_COLUMNS = ["id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at"] as const;
type Stored = Pick<Selectable<ArticleRow>, (typeof STORED_COLUMNS)[number]>;

/** An entry of the feed that is being stored. */
interface Incoming {
  article: Article;
  /** Date with which the article is stored if it is new. */
  date: EntryDate;
  /** The entry's guid, else its link, else its title. */
  key: string;
  linkKey: string | null;
  digest: string;
  /** Digests of stored versions that need no update: `digest` and, without the body, the digest with the body. */
  digests: readonly string[];
}

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
 */
export async function saveArticles(
  database: Database,
  feedUrl: string,
  feed: Feed,
  now: string,
  isReserved: (slug: string) => boolean,
  hasRoomForBodies = true,
): Promise<Saved> {
  const shared = findSharedLinks(feed.articles);
  const incoming = selectNewest(feed.articles, now).map(({ article: whole, date }): Incoming => {
    const article = hasRoomForBodies ? whole : withoutBody(whole);
    const digest = createDigest(article);
    const linkKey = article.link && normalizeLink(article.link);
    return {
      article,
      date,
      key: getEntryKey(article),
      linkKey: linkKey && !shared.has(linkKey) ? linkKey : null,
      digest,
      // With enough room, an article that was stored without its body is treated as changed, which adds the body.
      digests: hasRoomForBodies ? [digest] : [digest, createDigest(whole)],
    };
  });
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
    // The source was taken down during the fetch.
    if (await findTakedown(transaction, "source", feedUrl)) return { added: 0, changed: 0 };
    const writer = createWriter(transaction, feedUrl, now, isReserved);
    let added = 0;
    const changed: number[] = [];
    const written = new Set<number>();
    for (const entry of changes) {
      const stored = known.get(entry.key) ?? (await findSameArticle(transaction, feedUrl, entry));
      if (stored && isEdited(stored, entry)) {
        await writer.update(stored, entry);
        changed.push(stored.id);
      }
      const { id, sorted_at } = stored ?? (await writer.insert(entry));
      if (!stored) added++;
      if (!known.has(entry.key)) await writer.addEntry(entry.key, id, sorted_at);
      written.add(id);
    }
    const otherCarriers = (await findCarriers(transaction, changed)).filter((url) => url !== feedUrl);
    await recordArticleChanges(transaction, "article", [...written], [feedUrl, ...otherCarriers]);
    return { added, changed: changed.length };
  });
}

function createDigest(article: Article): string {
  return createHash("sha256").update(JSON.stringify(article)).digest("base64url");
}

/** Removes the body but not the excerpt, which has at most a few hundred characters. */
function withoutBody(article: Article): Article {
  return { ...article, contentHtml: "", descriptionHtml: "" };
}

/** Age at which the articles of a feed are sorted if none of them has a date. */
const UNDATED_AGE_MS = 24 * 3_600_000;

interface EntryDate {
  /** Null if the entry has no valid date, so that the story's date is "Recent". */
  publishedAt: string | null;
  /** Sort key of lists. */
  sortedAt: string;
}

/**
 * Returns the 15 newest articles of a feed, newest first (specification, section 9). Articles without a valid date come
 * last, with the sort key of the oldest: if they were sorted by the time of the fetch, they would lead every list.
 */
function selectNewest(articles: readonly Article[], now: string): { article: Article; date: EntryDate }[] {
  // If entries share a key, only the first is used, since each would look like an edit of the other.
  const unique = [
    ...new Map(articles.toReversed().map((article) => [getEntryKey(article), article])).values(),
  ].reverse();
  const dated = unique
    .flatMap((article) => {
      // A date in the future is replaced with the time of the first fetch.
      const date = article.publishedAt !== null && article.publishedAt > now ? now : article.publishedAt;
      return date === null ? [] : [{ article, date: { publishedAt: date, sortedAt: date } }];
    })
    .sort((a, b) => (a.date.sortedAt === b.date.sortedAt ? 0 : a.date.sortedAt < b.date.sortedAt ? 1 : -1));
  const oldest = dated.at(-1)?.date.sortedAt ?? now;
  const sortedAt = oldest < now ? oldest : new Date(Date.parse(now) - UNDATED_AGE_MS).toISOString();
  const undated = unique
    .filter(({ publishedAt }) => publishedAt === null)
    .map((article) => ({ article, date: { publishedAt: null, sortedAt } }));
  return [...dated, ...undated].slice(0, MAX_ITEMS);
}

function getEntryKey(article: Article): string {
  return article.guid ?? article.link ?? article.title;
}

/** Finds links that several entries of one feed share, such as a podcast's home page: they identify no article. */
function findSharedLinks(articles: readonly Article[]): Set<string> {
  const keysByLink = new Map<string, Set<string>>();
  for (const article of articles) {
    const link = article.link && normalizeLink(article.link);
    if (link) keysByLink.getOrInsertComputed(link, () => new Set()).add(getEntryKey(article));
  }
  return new Set([...keysByLink].filter(([, keys]) => keys.size > 1).map(([link]) => link));
}

/** Normalizes a link: no scheme, "www.", fragment or trailing slash; sorted parameters. Null for a home page. */
function normalizeLink(link: string): string | null {
  const url = new URL(link);
  const host = url.host.replace(/^www\./, "");
  const path = url.pathname.replace(/\/+$/, "");
  url.searchParams.sort();
  return path || url.search ? `${host}${path}${url.search}` : null;
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

/** Finds a new entry's article: one stored meanwhile, with the same link, or taken down with the same headline. */
async function findSameArticle(
  transaction: Transaction<Tables>,
  feedUrl: string,
  { key, linkKey, article }: Incoming,
): Promise<Stored | undefined> {
  const articles = transaction.selectFrom("articles").select(STORED_COLUMNS);
  const storedMeanwhile = (await findEntries(transaction, feedUrl, [key])).get(key);
  if (storedMeanwhile) return storedMeanwhile;
  const atAddress = linkKey === null ? undefined : await articles.where("link_key", "=", linkKey).executeTakeFirst();
  if (atAddress) return atAddress;
  return articles
    .where("feed_url", "=", feedUrl)
    .where("title", "=", article.title)
    .where("taken_down_at", "is not", null)
    .executeTakeFirst();
}

/** Creates a writer to the articles and entries of one feed. `now` is the time of the fetch, ISO 8601. */
function createWriter(
  transaction: Transaction<Tables>,
  feedUrl: string,
  now: string,
  isReserved: (slug: string) => boolean,
) {
  async function findFreeSlug(base: string): Promise<string> {
    for (let number = 1; ; number++) {
      const slug = number === 1 ? base : `${base}-${number}`;
      if (isReserved(slug)) continue;
      const taken = await transaction.selectFrom("articles").select("id").where("slug", "=", slug).executeTakeFirst();
      if (!taken) return slug;
    }
  }

  return {
    async insert(entry: Incoming): Promise<{ id: number; sorted_at: string }> {
      const origin = { slug: await findFreeSlug(entry.article.slug || "story"), feed_url: feedUrl, first_seen_at: now };
      return transaction
        .insertInto("articles")
        .values({ ...toColumns(entry, entry.date, now), ...origin })
        .returning(["id", "sorted_at"])
        .executeTakeFirstOrThrow();
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

    async addEntry(key: string, articleId: number, sortedAt: string): Promise<void> {
      await transaction
        .insertInto("entries")
        .values({ feed_url: feedUrl, entry_key: key, article_id: articleId, sorted_at: sortedAt })
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
