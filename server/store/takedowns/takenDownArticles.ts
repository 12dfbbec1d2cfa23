import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { toBatches } from "../batches.ts";
import { getEngine } from "../engines/engine.ts";
import type { ArticleRow, Database } from "../schema/schema.ts";

/**
 * Returns the taken-down articles of the given feeds, latest takedown first.
 *
 * @param since earliest time of a takedown, ISO 8601
 * @param limit maximum number of articles
 */
export async function listTakenDownArticles(
  database: Database,
  feedUrls: readonly string[],
  since: string,
  limit: number,
): Promise<{ slug: string; takenDownAt: string }[]> {
  const { indexHint, isIn } = getEngine(database);
  // The hint keeps SQLite from scanning an index of all articles.
  const { rows } = await sql<{ slug: string; takenDownAt: string }>`
    select slug, taken_down_at as "takenDownAt" from articles ${indexHint("articles_taken_down")}
    where taken_down_at is not null and taken_down_at >= ${since}
      and ${isIn(sql.ref("feed_url"), feedUrls)}
    order by taken_down_at desc, id desc limit ${limit}`.execute(database);
  return rows;
}

const text = z.string().default("");
const optionalText = z.string().nullable().default(null);
const optionalNumber = z.number().nullable().default(null);
const list = z.string().default("[]");

/**
 * Schema of the columns that a takedown erases, in the form in which a sealed copy contains them. The other columns
 * stay, so that no feed can add the article again.
 */
export const articleContentSchema = z.object({
  link: optionalText,
  author: text,
  updated_at: optionalText,
  description_html: text,
  content_html: text,
  excerpt: text,
  image_url: optionalText,
  image_width: optionalNumber,
  image_height: optionalNumber,
  image_alt: optionalText,
  image_caption: optionalText,
  image_credit: optionalText,
  enclosures: list,
  categories: list,
});

export type ArticleContent = z.infer<typeof articleContentSchema>;

const CONTENT_COLUMNS = articleContentSchema.keyof().options;
const ERASED = articleContentSchema.parse({});

const ARTICLE_COLUMNS = [
  "id",
  "slug",
  "title",
  "feed_url",
  "taken_down_at",
  "takedown_id",
  ...CONTENT_COLUMNS,
] as const;

export type ArticleToErase = Pick<Selectable<ArticleRow>, (typeof ARTICLE_COLUMNS)[number]>;

export async function findArticleToErase(database: Database, slug: string): Promise<ArticleToErase | undefined> {
  return database.selectFrom("articles").select(ARTICLE_COLUMNS).where("slug", "=", slug).executeTakeFirst();
}

/** Returns the articles that a feed was the first to carry, except those taken down. */
export async function listArticlesOfFeed(database: Database, feedUrl: string): Promise<ArticleToErase[]> {
  const articles = database.selectFrom("articles").select(ARTICLE_COLUMNS).where("feed_url", "=", feedUrl);
  return articles.where("taken_down_at", "is", null).execute();
}

/** Returns articles that were taken down but still have texts, because an earlier version did not erase them. */
export async function listUnerasedArticles(database: Database, limit: number): Promise<ArticleToErase[]> {
  return database
    .selectFrom("articles")
    .select(ARTICLE_COLUMNS)
    .where("taken_down_at", "is not", null)
    .where(({ eb, or }) =>
      or([
        ...(["description_html", "content_html", "excerpt", "author"] as const).map((column) => eb(column, "!=", "")),
        eb("image_url", "is not", null),
      ]),
    )
    .limit(limit)
    .execute();
}

/** Erases the contents of articles. The caller must record the change. @param takedown.at ISO 8601 */
export async function eraseArticles(
  database: Database,
  ids: readonly number[],
  { at, takedownId }: { at: string; takedownId: number | null },
): Promise<void> {
  // Overwrites the deleted texts in the file. Otherwise, they would remain there until the space is reused.
  await getEngine(database).overwriteDeleted(database);
  const columns = { ...ERASED, taken_down_at: at, takedown_id: takedownId };
  for (const batch of toBatches(ids))
    await database.updateTable("articles").set(columns).where("id", "in", batch).execute();
}

/** Restores the content of an article that was taken down. The caller must record the change. */
export async function restoreArticle(database: Database, id: number, content: ArticleContent): Promise<void> {
  const columns = { ...content, taken_down_at: null, takedown_id: null };
  await database.updateTable("articles").set(columns).where("id", "=", id).execute();
}

/** Picks the columns of an article that a takedown erases. */
export function toArticleContent(article: ArticleToErase): ArticleContent {
  return Object.fromEntries(CONTENT_COLUMNS.map((column) => [column, article[column]])) as unknown as ArticleContent;
}

/** Rows per query of `readArticleImages`. */
const IMAGE_BATCH = 500;

/** Reads image URLs and texts of all articles except those taken down. `html` is "" for texts without images. */
export async function* readArticleImages(database: Database) {
  for (let lastId = 0; ; ) {
    const { rows } = await sql<{ id: number; imageUrl: string | null; html: string }>`
      select id, image_url as "imageUrl", case when content_html like '%<img%' or description_html like '%<img%'
        then content_html || description_html else '' end as html
      from articles where id > ${lastId} and taken_down_at is null order by id limit ${IMAGE_BATCH}`.execute(database);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    lastId = last.id;
  }
}

/** Returns the articles whose image has this URL. Omits those that were taken down. */
export async function listArticlesWithImage(database: Database, url: string) {
  const articles = database.selectFrom("articles").select(["id", "feed_url as feedUrl"]).where("image_url", "=", url);
  return articles.where("taken_down_at", "is", null).execute();
}

/** Deletes each entry of a feed if another feed carried the entry's article first. Returns the articles' ids. */
export async function deleteEntriesOfSharedArticles(database: Database, feedUrl: string): Promise<number[]> {
  const rows = await database
    .deleteFrom("entries")
    .where("feed_url", "=", feedUrl)
    .where("article_id", "not in", (from) =>
      from.selectFrom("articles").select("articles.id").where("articles.feed_url", "=", feedUrl),
    )
    .returning("article_id")
    .execute();
  return rows.map(({ article_id }) => article_id);
}

export async function countArticlesOfTakedown(database: Database, takedownId: number): Promise<number> {
  const articles = database.selectFrom("articles").where("takedown_id", "=", takedownId);
  const row = await articles.select(({ fn }) => fn.countAll().as("count")).executeTakeFirst();
  return Number(row?.count ?? 0);
}
