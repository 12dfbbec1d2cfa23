import { escapeHtml } from "../../html/text.ts";
import { type StoredArticle, toArticle } from "../articles/articleRows.ts";
import { listStoredImages } from "../articles/images.ts";
import type { Sponsor } from "../articles/sponsor.ts";
import { recordArticleChanges } from "../changes.ts";
import type { Database } from "../schema/schema.ts";
import type { StaffStory } from "./staffStories.ts";

/** The parts of a staff story that the row of its article contains. */
export interface StaffArticle {
  title: string;
  deck: string;
  author: string;
  /** HTML rendered from the story's Markdown. */
  html: string;
  topics: readonly string[];
  /** URL of the page that search engines should list instead of the article; null for none. */
  canonical: string | null;
  /** Lead image of the story; null for none. `file` is the URL of an image in the store. */
  image: { file: string; alt: string; caption: string; credit: string; focus?: string | undefined } | null;
  /** Language tag; null for the edition's language. */
  language: string | null;
  sponsor: Sponsor | null;
  /** URLs of the feeds of the story's sections. The first one is the article's `feed_url`. */
  feeds: readonly [string, ...string[]];
  /** URLs of the feeds of the story's authors and topics. */
  labelFeeds: readonly string[];
}

/** Returns the columns of a story's article. @param now ISO 8601 */
function toColumns(
  { slug, published_at, updated_at }: StaffStory,
  { title, deck, author, html, topics, canonical, image, language, sponsor, feeds }: StaffArticle,
  now: string,
) {
  return {
    slug,
    title,
    author,
    published_at,
    updated_at,
    sorted_at: published_at ?? now,
    excerpt: deck,
    content_html: html,
    digest: "",
    link: canonical,
    description_html: deck && `<p>${escapeHtml(deck)}</p>`,
    image_url: image?.file ?? null,
    image_alt: image?.alt ?? null,
    image_caption: image?.caption || null,
    language,
    sponsor: sponsor && JSON.stringify(sponsor),
    image_focus: image?.focus ?? null,
    image_credit: image?.credit || null,
    enclosures: "[]",
    categories: JSON.stringify(topics),
    feed_url: feeds[0],
    changed_at: now,
    taken_down_at: null,
  };
}

/** Returns the article that a story would have if it were published now. Stores nothing. @param now ISO 8601 */
export async function composeArticle(
  database: Database,
  story: StaffStory,
  article: StaffArticle,
  now: string,
): Promise<StoredArticle> {
  const { published_at, updated_at, sorted_at, changed_at, description_html, content_html, image_focus, ...columns } =
    toColumns(story, article, now);
  const image = article.image && (await listStoredImages(database, [article.image.file])).get(article.image.file);
  return toArticle(
    {
      ...columns,
      id: 0,
      all_carriers: JSON.stringify(article.feeds),
      imageFocus: image_focus,
      image_key: image?.key ?? null,
      stored_width: image?.width ?? null,
      stored_height: image?.height ?? null,
      image_width: null,
      image_height: null,
      publishedAt: published_at ?? story.publish_at ?? now,
      sortedAt: sorted_at,
      changedAt: changed_at,
      updatedAt: updated_at,
      descriptionHtml: description_html,
      contentHtml: content_html,
    },
    [...article.feeds],
  );
}

/**
 * Adds or updates the article of a staff story, and its entries in the feeds that carry it.
 *
 * @param story story with its final slug and `published_at`; lists are sorted by `published_at`
 * @param now ISO 8601
 * @returns the id of the article
 */
export async function showArticle(
  transaction: Database,
  story: StaffStory,
  article: StaffArticle,
  now: string,
): Promise<number> {
  const columns = toColumns(story, article, now);
  const { sorted_at } = columns;
  const { feeds, labelFeeds } = article;
  const id = story.article_id ?? (await insertArticle());
  await transaction.updateTable("articles").set(columns).where("id", "=", id).execute();
  const before = await listFeedsOfArticle(transaction, id);
  await transaction.deleteFrom("entries").where("article_id", "=", id).execute();
  await transaction
    .insertInto("entries")
    .values(
      [...new Set([...feeds, ...labelFeeds])].map((feed_url) => ({
        feed_url,
        entry_key: String(story.id),
        article_id: id,
        sorted_at,
      })),
    )
    .execute();
  await recordArticleChanges(transaction, "article", [id], [...new Set([...feeds, ...before])]);
  return id;

  async function insertArticle(): Promise<number> {
    const inserted = transaction.insertInto("articles").values({ ...columns, first_seen_at: now });
    return (await inserted.returning("id").executeTakeFirstOrThrow()).id;
  }
}

/** Erases the texts of a staff story's article. After that, the article's page responds with 410. */
export async function hideArticle(transaction: Database, id: number, now: string): Promise<void> {
  const texts = { excerpt: "", description_html: "", content_html: "", image_url: null };
  await transaction
    .updateTable("articles")
    .set({ ...texts, taken_down_at: now, changed_at: now })
    .where("id", "=", id)
    .execute();
  await recordArticleChanges(transaction, "takedown", [id], await listFeedsOfArticle(transaction, id));
}

/** Returns true if an operator took the article down. It can be published only after the takedown is undone. */
export async function isTakenDownByOperator(database: Database, id: number): Promise<boolean> {
  const article = database.selectFrom("articles").select("takedown_id").where("id", "=", id);
  return ((await article.executeTakeFirst())?.takedown_id ?? null) !== null;
}

async function listFeedsOfArticle(database: Database, articleId: number): Promise<string[]> {
  const entries = database.selectFrom("entries").select("feed_url").where("article_id", "=", articleId);
  return (await entries.execute()).map(({ feed_url }) => feed_url);
}
