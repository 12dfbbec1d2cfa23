import { formatEditorTime } from "../../core/editorTimes.ts";
import { EditorError } from "../editorError.ts";
import { requireCapability } from "../people/capabilities.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import type { Database } from "../store/schema/schema.ts";
import {
  addCorrection,
  addVersion,
  deleteStaffStory,
  insertStaffStory,
  type StaffStory,
  updateStaffStory,
} from "../store/stories/staffStories.ts";
import { deleteFailure } from "../store/stories/storyFailures.ts";
import type { StoryFile } from "./content.ts";
import { commitCopy } from "./copies/commitCopy.ts";
import { readNewestContent } from "./copies/shownContent.ts";
import { findContent, hideStory, showStory } from "./publication.ts";
import { restoreStoryState } from "./restoration.ts";
import { findFreeSlug, saveVersion } from "./saveVersion.ts";
import { logStory, requireNoTakedown, requireStory, type StoryEditing } from "./storyEditing.ts";
import { requireMayEdit } from "./storyRights.ts";

/**
 * Adds a story in the state that its file describes: published or scheduled if the file sets `publishAt`, otherwise a
 * draft.
 *
 * @param name text from which the slug is made; by default, the file's slug or else its title
 * @param importKey identifier in the system from which the story is imported; null for other stories
 */
export async function addStory(
  editing: StoryEditing,
  file: StoryFile,
  { name = file.slug ?? file.content.title, importKey = null }: { name?: string; importKey?: string | null } = {},
): Promise<StaffStory> {
  const { database, edition, actor, now } = editing;
  requireCapability(actor, edition.id, file.publishAt === undefined ? "write own drafts" : "publish");
  return withWriterLock(database, async (transaction) => {
    const slug = await findFreeSlug(transaction, edition, name);
    const id = await insertStaffStory(transaction, edition.id, slug, importKey);
    await addVersion(transaction, { id, version: 0 }, JSON.stringify(file.content), { at: now, by: actor.name });
    const draft = await requireStory(transaction, edition.id, slug);
    const story = await restoreStoryState(transaction, edition, draft, file, now);
    await logStory(transaction, editing, "add", null, story);
    return story;
  });
}

/** Thrown if the editor has not confirmed the new title of a version. The new title changes the story's address. */
export class TitleChangeError extends EditorError {
  override name = "TitleChangeError";
}

interface Confirmation {
  /** True if the editor has confirmed the new title. */
  isTitleConfirmed: boolean;
}

/**
 * Saves a new version of a story. If the story is published, the site then shows the new version.
 *
 * @throws {TitleChangeError} if the title differs from the current one and is not confirmed
 */
export async function updateStory(
  editing: StoryEditing,
  slug: string,
  file: StoryFile,
  confirmation: Confirmation,
): Promise<StaffStory> {
  return change(editing, slug, "update", async (transaction, story) => {
    await requireMayEdit(transaction, editing.actor, story);
    if (file.publishAt !== undefined) requireCapability(editing.actor, editing.edition.id, "publish");
    await requireConfirmedTitle(transaction, editing, story, file, confirmation);
    return saveVersion(transaction, editing, story, file);
  });
}

async function requireConfirmedTitle(
  transaction: Database,
  { edition }: StoryEditing,
  story: StaffStory,
  { content }: Pick<StoryFile, "content">,
  { isTitleConfirmed }: Confirmation,
): Promise<void> {
  const { title } = await readNewestContent(transaction, edition, story);
  if (!isTitleConfirmed && content.title !== title)
    throw new TitleChangeError(
      `The title of ${story.slug} is "${title}"; that of the new version is "${content.title}".`,
    );
}

/** Deletes a draft permanently. @throws {EditorError} if the story was published, or is scheduled */
export async function deleteDraft(editing: StoryEditing, slug: string): Promise<void> {
  await withWriterLock(editing.database, async (transaction) => {
    const story = await requireStory(transaction, editing.edition.id, slug);
    await requireMayEdit(transaction, editing.actor, story);
    if (story.article_id !== null)
      throw new EditorError(`${story.slug} was published, so it cannot be deleted. Withdraw it, or take it down.`);
    if (story.state !== "draft") throw new EditorError(`${story.slug} is ${story.state}. Withdraw it first.`);
    await deleteStaffStory(transaction, story.id);
    await logStory(transaction, editing, "delete", story, null);
  });
}

/**
 * Publishes a story now, including the changes in its working copy.
 *
 * @throws {EditorError} if the story is published already, or was taken down
 */
export async function publishStory(editing: StoryEditing, slug: string): Promise<StaffStory> {
  requireCapability(editing.actor, editing.edition.id, "publish");
  return change(editing, slug, "publish", async (transaction, found) => {
    if (found.state === "published") throw new EditorError(`${found.slug} is published already.`);
    await requireNoTakedown(transaction, found);
    const { now, edition } = editing;
    const story = await commitCopy(transaction, editing, found);
    // Rejects a story whose end has passed, since it would disappear again within a second.
    const isOver = story.expires_at !== null && story.expires_at <= now;
    if (isOver) throw new EditorError(`${story.slug} ended at ${story.expires_at}. Update it with a later expiresAt.`);
    return showStory(transaction, edition, story, { published_at: story.published_at ?? now }, now);
  });
}

/**
 * Schedules a story for publication, including the changes in its working copy.
 *
 * @param at ISO 8601; for a time in the past, the story is published within a second, with that date
 */
export async function scheduleStory(editing: StoryEditing, slug: string, at: string): Promise<StaffStory> {
  requireCapability(editing.actor, editing.edition.id, "publish");
  return change(editing, slug, "schedule", async (transaction, found) => {
    if (found.state === "published") throw new EditorError(`${found.slug} is published already.`);
    await requireNoTakedown(transaction, found);
    const story = await commitCopy(transaction, editing, found);
    if (story.expires_at !== null && story.expires_at <= at)
      throw new EditorError(
        `${story.slug} ends at ${formatEditorTime(story.expires_at, editing.edition.timeZone)}, before it would appear.`,
      );
    await deleteFailure(transaction, story.id);
    const scheduled: StaffStory = { ...story, state: "scheduled", publish_at: at };
    await updateStaffStory(transaction, story.id, scheduled);
    return scheduled;
  });
}

/**
 * Adds a correction that readers see. If `file` is not null, saves its content as the story's corrected version.
 *
 * @throws {TitleChangeError} if the corrected version's title differs from the current one and is not confirmed
 */
export async function correctStory(
  editing: StoryEditing,
  slug: string,
  { text, file, isTitleConfirmed }: { text: string; file: StoryFile | null } & Confirmation,
): Promise<StaffStory> {
  requireCapability(editing.actor, editing.edition.id, "correct");
  return change(editing, slug, "correct", async (transaction, story) => {
    if (story.state !== "published") throw new EditorError(`${story.slug} is not published; update it instead.`);
    if (file) await requireConfirmedTitle(transaction, editing, story, file, { isTitleConfirmed });
    await addCorrection(transaction, story.id, { text, correctedAt: editing.now });
    if (file) return saveVersion(transaction, editing, story, file);
    return showStory(transaction, editing.edition, story, { updated_at: editing.now }, editing.now);
  });
}

/**
 * Withdraws a published or scheduled story. A scheduled story that was never published becomes a draft.
 *
 * @param line line that readers of the story's page see; null for the default line
 */
export async function withdrawStory(editing: StoryEditing, slug: string, line: string | null): Promise<StaffStory> {
  requireCapability(editing.actor, editing.edition.id, "withdraw");
  return change(editing, slug, "withdraw", async (transaction, story) => {
    if (story.state === "scheduled" && story.article_id === null) {
      const draft: StaffStory = { ...story, state: "draft", publish_at: null };
      await updateStaffStory(transaction, story.id, draft);
      return draft;
    }
    if (story.state !== "published" && story.state !== "scheduled")
      throw new EditorError(`${story.slug} is not published.`);
    return hideStory(transaction, story, "withdrawn", line, editing.now);
  });
}

/** Saves the content of an earlier version as the newest version. */
export async function revertStory(editing: StoryEditing, slug: string, number: number): Promise<StaffStory> {
  return change(editing, slug, "revert", async (transaction, story) => {
    await requireMayEdit(transaction, editing.actor, story);
    const content = await findContent(transaction, story.id, number);
    if (!content) throw new EditorError(`${story.slug} has versions 1 to ${story.version}.`);
    return saveVersion(transaction, editing, story, { content });
  });
}

/**
 * Changes a story under the writer lock, and records the action in the log.
 *
 * @throws {EditorError} if there is no such story
 */
async function change(
  editing: StoryEditing,
  slug: string,
  action: string,
  work: (transaction: Database, story: StaffStory) => Promise<StaffStory>,
): Promise<StaffStory> {
  return withWriterLock(editing.database, async (transaction) => {
    const before = await requireStory(transaction, editing.edition.id, slug);
    const after = await work(transaction, before);
    await logStory(transaction, editing, action, before, after);
    return after;
  });
}
