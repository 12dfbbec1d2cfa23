import { createHash } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { type Article, type Feed, ITEMS_KEPT } from "../../core/article.ts";
import type { ArticleRow, Database, Tables } from "./schema.ts";
import { indexArticles } from "./search/indexing.ts";
import { carriersOf } from "./takedowns.ts";

/** Which slugs the store may not give away, although no article has them: those of the editions' samples. */
export type IsReserved = (slug: string) => boolean;

type Known = Pick<
  Selectable<ArticleRow>,
  "id" | "digest" | "feed_url" | "first_seen_at" | "published_at" | "sorted_at" | "taken_down_at"
>;
const KNOWN = [
  "articles.id",
  "articles.digest",
  "articles.feed_url",
  "articles.first_seen_at",
  "articles.published_at",
  "articles.sorted_at",
  "articles.taken_down_at",
] as const;

interface Incoming {
  article: Article;
  /** The entry's guid, else its link, else its title. */
  key: string;
  linkKey: string | null;
  digest: string;
}

export interface Saved {
  added: number;
  changed: number;
  /** Other feeds that carry any of those that changed; left out where there is none. */
  alsoIn?: string[];
  /** The oldest date that one of these has or had, ISO 8601: lists of days from there on are other ones now. */
  since?: string;
}

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
): Promise<Saved> {
  const shared = sharedLinks(feed.articles);
  const incoming = keepNewest(feed.articles, now).map((article): Incoming => {
    const linkKey = article.link && normalizeLink(article.link);
    return {
      article,
      key: entryKey(article),
      linkKey: linkKey && !shared.has(linkKey) ? linkKey : null,
      digest: createHash("sha256").update(JSON.stringify(article)).digest("base64url"),
    };
  });
  const known = await knownEntries(
    database,
    feedUrl,
    incoming.map(({ key }) => key),
  );
  // Most polls bring nothing new, and then nothing is written.
  const news = incoming.filter(({ key, digest }) => {
    const article = known.get(key);
    return !article || (article.feed_url === feedUrl && article.digest !== digest && !article.taken_down_at);
  });
  if (news.length === 0) return { added: 0, changed: 0 };
  return database.transaction().execute(async (transaction) => {
    let added = 0;
    const changed: number[] = [];
    const dates: string[] = [];
    const touched = new Set<number>();
    for (const entry of news) {
      const article = known.get(entry.key) ?? (await sameArticle(transaction, feedUrl, entry));
      const isChanged = article?.feed_url === feedUrl && article.digest !== entry.digest && !article.taken_down_at;
      if (article && isChanged) {
        dates.push(await update(transaction, article, entry, now));
        changed.push(article.id);
      }
      const { id, sorted_at } = article ?? (await insert(transaction, feedUrl, entry, now, isReserved));
      dates.push(sorted_at);
      if (!article) added++;
      if (!known.has(entry.key)) await link(transaction, feedUrl, entry.key, id, sorted_at);
      touched.add(id);
    }
    await indexArticles(transaction, [...touched]);
    const carriers = changed.length > 0 ? await carriersOf(transaction, changed) : [];
    const alsoIn = carriers.filter((url) => url !== feedUrl);
    const since = dates.sort()[0];
    return { added, changed: changed.length, ...(alsoIn.length > 0 && { alsoIn }), ...(since && { since }) };
  });
}

/** Specification, section 9: at most 15 items are kept per feed, newest first. */
function keepNewest(articles: readonly Article[], now: string): Article[] {
  // Of entries with one key the first counts, or each would be taken for a change of the other.
  const once = [...new Map([...articles].reverse().map((article) => [entryKey(article), article])).values()].reverse();
  return once
    .map((article, index) => ({ article, index, date: dateOf(article, now) }))
    .sort((a, b) => (a.date === b.date ? a.index - b.index : a.date < b.date ? 1 : -1))
    .slice(0, ITEMS_KEPT)
    .map(({ article }) => article);
}

/** An article without a date is as new as its first sight, and so is one from the future, whose date is its feed's error. */
function dateOf(article: Article, firstSeen: string): string {
  return article.publishedAt !== null && article.publishedAt < firstSeen ? article.publishedAt : firstSeen;
}

/** A feed may date a story anew. One that it does not date stays where it was, and so does one that it puts ahead. */
function dateAfter({ publishedAt }: Article, known: Known, now: string): string {
  return publishedAt !== null && publishedAt <= now ? publishedAt : (known.published_at ?? known.first_seen_at);
}

function entryKey(article: Article): string {
  return article.guid ?? article.link ?? article.title;
}

/** Links that several entries of one feed have (a podcast's home page, say): they tell nothing apart. */
function sharedLinks(articles: readonly Article[]): Set<string> {
  const seen = new Map<string, string>();
  const shared = new Set<string>();
  for (const article of articles) {
    const link = article.link && normalizeLink(article.link);
    if (!link) continue;
    const key = entryKey(article);
    if ((seen.get(link) ?? key) !== key) shared.add(link);
    seen.set(link, key);
  }
  return shared;
}

/**
 * Two links to one page: the scheme, "www.", a fragment, a slash at the end and the order of the query do not tell pages
 * apart.
 *
 * @returns null for a home page, which is no story's own
 */
function normalizeLink(link: string): string | null {
  const url = new URL(link);
  const host = url.host.replace(/^www\./, "");
  const path = url.pathname.replace(/\/+$/, "");
  url.searchParams.sort();
  return path || url.search ? `${host}${path}${url.search}` : null;
}

/** The articles of a feed's entries, by their keys. */
async function knownEntries(database: Database, feedUrl: string, keys: readonly string[]): Promise<Map<string, Known>> {
  if (keys.length === 0) return new Map();
  const rows = await database
    .selectFrom("entries")
    .innerJoin("articles", "articles.id", "entries.article_id")
    .select([...KNOWN, "entries.entry_key"])
    .where("entries.feed_url", "=", feedUrl)
    .where("entry_key", "in", keys)
    .execute();
  return new Map(rows.map((row) => [row.entry_key, row]));
}

/**
 * The article that an entry new to its feed is: one at the same address, or one of this feed that was taken down and comes
 * back under its old headline.
 */
async function sameArticle(
  transaction: Transaction<Tables>,
  feedUrl: string,
  { key, linkKey, article }: Incoming,
): Promise<Known | undefined> {
  const articles = transaction.selectFrom("articles").select(KNOWN);
  const [twin] = [...(await knownEntries(transaction, feedUrl, [key])).values()];
  if (twin) return twin;
  const atAddress = linkKey === null ? undefined : await articles.where("link_key", "=", linkKey).executeTakeFirst();
  if (atAddress) return atAddress;
  return articles
    .where("feed_url", "=", feedUrl)
    .where("title", "=", article.title)
    .where("taken_down_at", "is not", null)
    .executeTakeFirst();
}

async function insert(
  transaction: Transaction<Tables>,
  feedUrl: string,
  { article, linkKey, digest }: Incoming,
  now: string,
  isReserved: IsReserved,
): Promise<{ id: number; sorted_at: string }> {
  const date = dateOf(article, now);
  return transaction
    .insertInto("articles")
    .values({
      ...columnsOf(article),
      slug: await freeSlug(transaction, article.slug, isReserved),
      link_key: linkKey,
      published_at: date,
      sorted_at: date,
      feed_url: feedUrl,
      first_seen_at: now,
      changed_at: now,
      digest,
    })
    .returning(["id", "sorted_at"])
    .executeTakeFirstOrThrow();
}

/** @returns the date that it has now */
async function update(
  transaction: Transaction<Tables>,
  known: Known,
  { article, linkKey, digest }: Incoming,
  now: string,
): Promise<string> {
  const date = dateAfter(article, known, now);
  await transaction
    .updateTable("articles")
    .set({
      ...columnsOf(article),
      ...{ link_key: linkKey, published_at: date, sorted_at: date, changed_at: now, digest },
    })
    .where("id", "=", known.id)
    .execute();
  await transaction.updateTable("entries").set({ sorted_at: date }).where("article_id", "=", known.id).execute();
  return date;
}

async function link(
  transaction: Transaction<Tables>,
  feedUrl: string,
  key: string,
  articleId: number,
  sortedAt: string,
): Promise<void> {
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

function columnsOf(article: Article) {
  return {
    title: article.title,
    link: article.link,
    author: article.author,
    updated_at: article.updatedAt,
    description_html: article.descriptionHtml,
    content_html: article.contentHtml,
    excerpt: article.excerpt,
    image_url: article.image?.url ?? null,
    image_width: article.image?.width ?? null,
    image_height: article.image?.height ?? null,
    image_alt: article.image?.alt ?? null,
    image_caption: article.image?.caption || null,
    image_credit: article.image?.credit || null,
    enclosures: JSON.stringify(article.enclosures),
    categories: JSON.stringify(article.categories),
  };
}
