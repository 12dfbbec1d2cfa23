import { createHash } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { type Article, type Feed, ITEMS_KEPT } from "../../core/article.ts";
import type { Database } from "./open.ts";
import type { ArticleRow, Tables } from "./schema.ts";

/** An article of the store, with the feeds that carry it. */
export interface StoredArticle extends Omit<Article, "guid"> {
  id: number;
  /** The feed that carries it, through which it was found. */
  feedUrl: string;
  /** What lists are sorted by: the date of publication, or of the first sight where there is none. */
  sortedAt: string;
}

/** Which slugs the store may not give away, although no article has them: those of the editions' samples. */
export type IsReserved = (slug: string) => boolean;

/**
 * Stores the newest 15 articles of a feed that was read: new ones are added, known ones brought up to date, none removed.
 * All or nothing happens, so a killed process leaves the last good list.
 *
 * @param now the time of the fetch, ISO 8601
 * @returns how many articles are new, and how many known ones changed
 */
export async function saveArticles(
  database: Database,
  feedUrl: string,
  feed: Feed,
  now: string,
  isReserved: IsReserved,
): Promise<{ added: number; changed: number }> {
  const entries = keepNewest(feed.articles, now).map((article) => ({ article, key: entryKey(article) }));
  const shared = sharedLinks(feed.articles);
  return database.transaction().execute(async (transaction) => {
    let added = 0;
    let changed = 0;
    for (const { article, key } of entries) {
      const linkKey = article.link && !shared.has(article.link) ? normalizeLink(article.link) : null;
      const known = await findKnown(transaction, feedUrl, key, linkKey);
      const digest = digestOf(article);
      if (!known) {
        const slug = await freeSlug(transaction, article.slug, isReserved);
        const sortedAt = sortDate(article, now);
        const { id } = await transaction
          .insertInto("articles")
          .values({
            ...columnsOf(article, now),
            slug,
            link_key: linkKey,
            sorted_at: sortedAt,
            feed_url: feedUrl,
            first_seen_at: now,
            changed_at: now,
            digest,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        await link(transaction, feedUrl, key, id, sortedAt);
        added++;
        continue;
      }
      let sortedAt = known.sorted_at;
      if (known.feed_url === feedUrl && known.digest !== digest) {
        sortedAt = sortDate(article, known.first_seen_at);
        await transaction
          .updateTable("articles")
          .set({ ...columnsOf(article, now), link_key: linkKey, sorted_at: sortedAt, changed_at: now, digest })
          .where("id", "=", known.id)
          .execute();
        await transaction
          .updateTable("entries")
          .set({ sorted_at: sortedAt })
          .where("article_id", "=", known.id)
          .execute();
        changed++;
      }
      await link(transaction, feedUrl, key, known.id, sortedAt);
    }
    return { added, changed };
  });
}

/**
 * The newest articles that any of the feeds carries, newest first, each once.
 *
 * Each feed is one step in an index, so the answer takes as long with a million articles as with a thousand.
 */
export async function newestArticles(
  database: Database,
  feedUrls: readonly string[],
  limit: number,
): Promise<StoredArticle[]> {
  const lists = await Promise.all(
    feedUrls.map((feedUrl) =>
      database
        .selectFrom("entries")
        .innerJoin("articles", "articles.id", "entries.article_id")
        .selectAll("articles")
        .select("entries.feed_url as carrier")
        .where("entries.feed_url", "=", feedUrl)
        .orderBy("entries.sorted_at", "desc")
        .orderBy("entries.article_id")
        .limit(limit)
        .execute(),
    ),
  );
  const rows = [...new Map(lists.flat().map((row) => [row.id, row])).values()];
  rows.sort((a, b) => (a.sorted_at === b.sorted_at ? a.id - b.id : a.sorted_at < b.sorted_at ? 1 : -1));
  return rows.slice(0, limit).map((row) => fromRow(row, row.carrier));
}

/**
 * The article that has a slug, if a section of the edition follows or ever followed a feed that carries it.
 *
 * @returns the article and the sections' slugs; undefined where the edition has no such article
 */
export async function articleBySlug(
  database: Database,
  edition: string,
  slug: string,
): Promise<{ article: StoredArticle; sections: string[] } | undefined> {
  const row = await database.selectFrom("articles").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (!row) return undefined;
  const follows = await database
    .selectFrom("entries")
    .innerJoin("follows", "follows.feed_url", "entries.feed_url")
    .select(["follows.section", "follows.feed_url"])
    .where("entries.article_id", "=", row.id)
    .where("follows.edition", "=", edition)
    .execute();
  const [first] = follows;
  if (!first) return undefined;
  return { article: fromRow(row, first.feed_url), sections: follows.map((follow) => follow.section) };
}

/** Where the photograph of the article with a slug stands; null where there is no such article or it has none. */
export async function imageUrlOf(database: Database, slug: string): Promise<string | null> {
  const row = await database.selectFrom("articles").select("image_url").where("slug", "=", slug).executeTakeFirst();
  return row?.image_url ?? null;
}

/** Specification, section 9: at most 15 items are kept per feed, newest first. */
function keepNewest(articles: readonly Article[], now: string): Article[] {
  return articles
    .map((article, index) => ({ article, index, date: sortDate(article, now) }))
    .sort((a, b) => (a.date === b.date ? a.index - b.index : a.date < b.date ? 1 : -1))
    .slice(0, ITEMS_KEPT)
    .map(({ article }) => article);
}

/** A date in the future is an error of the feed's: such an article is as new as its first sight. */
function sortDate(article: Article, firstSeen: string): string {
  return article.publishedAt !== null && article.publishedAt < firstSeen ? article.publishedAt : firstSeen;
}

function entryKey(article: Article): string {
  return article.guid ?? article.link ?? article.title;
}

/** Links that several entries of one feed have (a podcast's home page, say): they tell nothing apart. */
function sharedLinks(articles: readonly Article[]): Set<string> {
  const seen = new Map<string, string>();
  const shared = new Set<string>();
  for (const article of articles) {
    if (!article.link) continue;
    const key = entryKey(article);
    if ((seen.get(article.link) ?? key) !== key) shared.add(article.link);
    seen.set(article.link, key);
  }
  return shared;
}

/** Two links to one page: the scheme, "www.", a fragment and a slash at the end do not tell pages apart. */
function normalizeLink(link: string): string {
  const url = new URL(link);
  const host = url.host.replace(/^www\./, "");
  return `${host}${url.pathname.replace(/\/+$/, "")}${url.search}`;
}

type KnownArticle = Pick<Selectable<ArticleRow>, "id" | "digest" | "feed_url" | "first_seen_at" | "sorted_at">;

/** The entry itself, else an article at the same address. */
async function findKnown(
  transaction: Transaction<Tables>,
  feedUrl: string,
  key: string,
  linkKey: string | null,
): Promise<KnownArticle | undefined> {
  const columns = ["articles.id", "digest", "articles.feed_url", "first_seen_at", "articles.sorted_at"] as const;
  const byKey = await transaction
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select(columns)
    .where("entries.feed_url", "=", feedUrl)
    .where("entry_key", "=", key)
    .executeTakeFirst();
  if (byKey || linkKey === null) return byKey;
  return transaction.selectFrom("articles").select(columns).where("link_key", "=", linkKey).executeTakeFirst();
}

async function link(
  transaction: Transaction<Tables>,
  feedUrl: string,
  key: string,
  articleId: number,
  sortedAt: string,
) {
  await transaction
    .insertInto("entries")
    .values({ feed_url: feedUrl, entry_key: key, article_id: articleId, sorted_at: sortedAt })
    .onConflict((conflict) => conflict.columns(["feed_url", "entry_key"]).doNothing())
    .execute();
}

async function freeSlug(transaction: Transaction<Tables>, wanted: string, isReserved: IsReserved): Promise<string> {
  const base = wanted || "story";
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (isReserved(slug)) continue;
    const taken = await transaction.selectFrom("articles").select("id").where("slug", "=", slug).executeTakeFirst();
    if (!taken) return slug;
  }
}

function columnsOf(article: Article, now: string) {
  return {
    title: article.title,
    link: article.link,
    author: article.author,
    published_at: article.publishedAt && article.publishedAt > now ? now : article.publishedAt,
    updated_at: article.updatedAt,
    description_html: article.descriptionHtml,
    content_html: article.contentHtml,
    excerpt: article.excerpt,
    image_url: article.image?.url ?? null,
    image_width: article.image?.width ?? null,
    image_height: article.image?.height ?? null,
    image_alt: article.image?.alt ?? null,
    enclosures: JSON.stringify(article.enclosures),
    categories: JSON.stringify(article.categories),
  };
}

function digestOf(article: Article): string {
  return createHash("sha256").update(JSON.stringify(article)).digest("base64url");
}

function fromRow(row: Selectable<ArticleRow>, carrier: string): StoredArticle {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    link: row.link,
    author: row.author,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
    sortedAt: row.sorted_at,
    descriptionHtml: row.description_html,
    contentHtml: row.content_html,
    excerpt: row.excerpt,
    image: row.image_url
      ? { url: row.image_url, width: row.image_width, height: row.image_height, alt: row.image_alt ?? "" }
      : null,
    enclosures: JSON.parse(row.enclosures),
    categories: JSON.parse(row.categories),
    feedUrl: carrier,
  };
}
