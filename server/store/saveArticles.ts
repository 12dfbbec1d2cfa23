import { createHash } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { type Article, type Feed, ITEMS_KEPT } from "../../core/article.ts";
import type { Database } from "./open.ts";
import type { ArticleRow, Tables } from "./schema.ts";

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
