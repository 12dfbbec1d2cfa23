import type { Insertable, Selectable } from "kysely";
import { deleteRows, saveRow } from "../batches.ts";
import type { StoryCommentRow } from "../schema/deskSchema.ts";
import type { Database, Tables } from "../schema/schema.ts";

export type CommentRow = Selectable<StoryCommentRow>;

/** Returns the submission of a draft to the editors; undefined if the draft was not submitted. */
export async function findSubmission(database: Database, storyId: number) {
  const submissions = database.selectFrom("story_submissions").select(["submitted_at", "submitted_by", "note"]);
  return submissions.where("story_id", "=", storyId).executeTakeFirst();
}

/** Returns how many drafts of an edition were submitted and wait for an editor. */
export async function countSubmissions(database: Database, edition: string): Promise<number> {
  const submissions = database
    .selectFrom("story_submissions")
    .innerJoin("staff_stories", "staff_stories.id", "story_submissions.story_id")
    .where("edition", "=", edition)
    .where("state", "=", "draft");
  const { count } = await submissions.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores a submission, in place of an earlier submission of the same story. */
export async function saveSubmission(transaction: Database, submission: Tables["story_submissions"]): Promise<void> {
  await saveRow(transaction, "story_submissions", submission, ["story_id"]);
}

/** Deletes the submission of a draft. Returns false if there is none. */
export async function deleteSubmission(transaction: Database, storyId: number): Promise<boolean> {
  return (await deleteRows(transaction, "story_submissions", { story_id: storyId })) > 0;
}

/** Returns the comments on a story, oldest first. */
export async function listComments(database: Database, storyId: number): Promise<CommentRow[]> {
  return database.selectFrom("story_comments").selectAll().where("story_id", "=", storyId).orderBy("id").execute();
}

/** Adds a comment. Returns its id. */
export async function insertComment(transaction: Database, comment: Insertable<StoryCommentRow>): Promise<number> {
  const inserted = transaction.insertInto("story_comments").values(comment).returning("id");
  return (await inserted.executeTakeFirstOrThrow()).id;
}

/**
 * Marks a comment as resolved by a person. Changes nothing if the comment is already resolved. Returns false if the
 * story has no comment with the given id.
 */
export async function resolveComment(
  transaction: Database,
  storyId: number,
  id: number,
  person: string,
): Promise<boolean> {
  const comments = transaction.updateTable("story_comments").where("story_id", "=", storyId).where("id", "=", id);
  const updated = await comments
    .set((row) => ({ resolved_by: row.fn.coalesce("resolved_by", row.val(person)) }))
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
