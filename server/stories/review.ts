import { chooseLanguage } from "../../core/language/languages.ts";
import { EditorError, NotFoundError } from "../editorError.ts";
import { requireCapability } from "../people/capabilities.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import type { Database } from "../store/schema/schema.ts";
import type { StaffStory } from "../store/stories/staffStories.ts";
import { nameRevision } from "../store/stories/storyCopies.ts";
import { deleteSubmission, insertComment, resolveComment, saveSubmission } from "../store/stories/storyReview.ts";
import { moveBase, readWorkingCopy } from "./copies/workingCopy.ts";
import { runOnce } from "./onceByKey.ts";
import { logStory, requireStoryById, type StoryEditing } from "./storyEditing.ts";
import { requireMayEdit, requireMayRead } from "./storyRights.ts";

/** Name of a submitted revision in the history, by language. */
const SUBMITTED = { en: "Submitted", es: "Enviado a revisión", xa: "Submitted" };

interface Request {
  /** Key that the browser chooses for the request. A repeated request with this key does nothing. */
  key: string;
}

/** Submits a draft to the editors. @throws {EditorError} if the story is not a draft, or has no headline */
export async function submitStory(
  editing: StoryEditing,
  storyId: number,
  request: Request & { note: string },
): Promise<void> {
  const { edition, actor, now } = editing;
  requireCapability(actor, edition.id, "submit");
  await doOnce(editing, storyId, { request, action: "submit" }, async (transaction, story) => {
    await requireMayEdit(transaction, actor, story);
    if (story.state !== "draft") throw new EditorError(`This story is ${story.state}. Only drafts can be submitted.`);
    const copy = await readWorkingCopy(transaction, story);
    if (copy.content.title.trim() === "") throw new EditorError("Give the story a headline before you submit it.");
    const stored = copy.isStored ? copy : await moveBase(transaction, copy, story.version);
    await nameRevision(transaction, storyId, stored.revision, SUBMITTED[chooseLanguage(edition.language)]);
    await saveSubmission(transaction, {
      story_id: storyId,
      submitted_at: now,
      submitted_by: actor.name,
      note: request.note,
    });
    await logStory(transaction, editing, "submit", story, story);
    return stored.revision;
  });
}

/**
 * Returns a submitted draft to its writer, with a note as a comment.
 *
 * @throws {EditorError} if the story was not submitted
 */
export async function returnStory(
  editing: StoryEditing,
  storyId: number,
  request: Request & { note: string },
): Promise<void> {
  const { edition, actor, now } = editing;
  requireCapability(actor, edition.id, "review");
  await doOnce(editing, storyId, { request, action: "return" }, async (transaction, story) => {
    if (!(await deleteSubmission(transaction, storyId))) throw new EditorError("This story was not submitted.");
    const comment = { story_id: storyId, written_at: now, written_by: actor.name, body: request.note.trim() };
    if (comment.body !== "") await insertComment(transaction, comment);
    await logStory(transaction, editing, "return", story, story);
    return storyId;
  });
}

/** Adds a comment on a story. Only the newsroom sees comments. */
export async function addComment(
  editing: StoryEditing,
  storyId: number,
  request: Request & { text: string },
): Promise<void> {
  const { actor, now } = editing;
  await doOnce(editing, storyId, { request, action: "comment" }, async (transaction, story) => {
    await requireMayRead(transaction, actor, story);
    await logStory(transaction, editing, "comment", story, story);
    return insertComment(transaction, {
      story_id: storyId,
      written_at: now,
      written_by: actor.name,
      body: request.text,
    });
  });
}

/** Marks a comment as resolved. @throws {NotFoundError} if the story has no such comment */
export async function resolve(
  editing: StoryEditing,
  storyId: number,
  request: Request & { comment: number },
): Promise<void> {
  const { comment } = request;
  await doOnce(editing, storyId, { request, action: `resolve comment ${comment}` }, async (transaction, story) => {
    await requireMayRead(transaction, editing.actor, story);
    if (!(await resolveComment(transaction, storyId, comment, editing.actor.name)))
      throw new NotFoundError("There is no such comment.");
    await logStory(transaction, editing, "resolve comment", story, story);
    return comment;
  });
}

/**
 * Runs an action on a story at most once per key, under the writer lock.
 *
 * @param work performs the action, and returns a number, which `runOnce` stores with the key
 */
async function doOnce(
  { database, edition, actor, now }: StoryEditing,
  storyId: number,
  { request, action }: { request: Request; action: string },
  work: (transaction: Database, story: StaffStory) => Promise<number>,
): Promise<void> {
  await withWriterLock(database, async (transaction) => {
    const story = await requireStoryById(transaction, edition.id, storyId);
    await runOnce(transaction, { request, actor, action: `${action} story ${storyId}`, now }, () =>
      work(transaction, story),
    );
  });
}
