import { saveRow } from "../batches.ts";
import type { Database } from "../schema/schema.ts";

export async function saveSealedCopy(database: Database, articleId: number, sealed: Uint8Array): Promise<void> {
  await saveRow(database, "sealed_copies", { article_id: articleId, sealed }, ["article_id"]);
}

/** Returns the sealed copies of all articles of a takedown, ordered by article id. */
export async function listSealedCopies(database: Database, takedownId: number) {
  return database
    .selectFrom("sealed_copies")
    .innerJoin("articles", "articles.id", "sealed_copies.article_id")
    .select(["sealed_copies.article_id as articleId", "sealed_copies.sealed"])
    .where("articles.takedown_id", "=", takedownId)
    .orderBy("article_id")
    .execute();
}

export async function deleteSealedCopy(database: Database, articleId: number): Promise<void> {
  await database.deleteFrom("sealed_copies").where("article_id", "=", articleId).execute();
}

/** Deletes the copies of articles that were taken down before an instant (ISO 8601). Returns the number of copies. */
export async function deleteSealedCopiesBefore(database: Database, instant: string): Promise<number> {
  const old = database.selectFrom("articles").select("id").where("taken_down_at", "<", instant);
  const result = await database.deleteFrom("sealed_copies").where("article_id", "in", old).executeTakeFirst();
  return Number(result.numDeletedRows);
}
