import { isDeepStrictEqual } from "node:util";
import { slugify } from "../../../core/slug.ts";
import { ConflictError } from "../../editorError.ts";
import { readWithWriterLock } from "../../store/engines/engine.ts";
import type { Database } from "../../store/schema/schema.ts";
import { parseStored } from "../../store/storedJson.ts";
import { findStaffStoryById, type StaffStory, updateStaffStory } from "../../store/stories/staffStories.ts";
import {
  findRevision,
  findRevisionByKey,
  listSaversSince,
  type StoryRevision,
} from "../../store/stories/storyCopies.ts";
import type { CopyContent } from "../copyContent.ts";
import { findFreeSlug } from "../saveVersion.ts";
import { requireFound, type StoryEditing } from "../storyEditing.ts";
import { requireMayEdit } from "../storyRights.ts";
import { type Merge, mergeCopies, mergeSchema } from "./mergeCopies.ts";
import { addRevision, parseRevision, readWorkingCopy, type WorkingCopy } from "./workingCopy.ts";

interface CopyToSave {
  /** Key that the browser chooses for the save. A repeated save with this key returns the first save's result. */
  key: string;
  /** Revision on which the content is based. */
  baseRevision: number;
  /** Content of `baseRevision` according to the browser; undefined if the browser does not have it. */
  base?: CopyContent | undefined;
  content: CopyContent;
}

interface Saved {
  revision: number;
  savedAt: string;
  /** Result of merging the content with saves since `baseRevision`; null if the merge changed nothing. */
  merged: ({ content: CopyContent } & Merge) | null;
}

/**
 * Saves new content as a story's working copy. If other people or windows have saved the story since `baseRevision`,
 * merges their changes into the new content first.
 *
 * @throws {ConflictError} if `baseRevision` was deleted and `base` is missing, or if another person has saved this
 * story with the same `key`
 */
export async function saveCopy(editing: StoryEditing, storyId: number, save: CopyToSave): Promise<Saved> {
  const findStory = (transaction: Database) => findStaffStoryById(transaction, editing.edition.id, storyId);
  return readWithWriterLock(editing.database, findStory, async (transaction, found) => {
    const story = requireFound(found);
    await requireMayEdit(transaction, editing.actor, story);
    const earlier = await findRevisionByKey(transaction, storyId, save.key);
    if (earlier) return repeatAnswer(earlier, editing.actor.name);
    const copy = await readWorkingCopy(transaction, story);
    const merged = await mergeOthers(transaction, copy, save);
    const content = merged?.content ?? save.content;
    if (copy.isStored && isDeepStrictEqual(content, copy.content))
      return { revision: copy.revision, savedAt: copy.savedAt, merged };
    const { now: at, actor } = editing;
    const { content: _, ...merge } = merged ?? { content };
    const { key } = save;
    const saved = await addRevision(transaction, copy, {
      content,
      at,
      by: actor.name,
      key,
      merge: merged && (merge as Merge),
    });
    await followTitle(transaction, editing, story, copy.content.title, content.title);
    return { revision: saved.revision, savedAt: saved.savedAt, merged };
  });
}

function repeatAnswer(
  { story_id, revision, content, saved_at, saved_by, merge }: StoryRevision,
  person: string,
): Saved {
  if (saved_by !== person) throw new ConflictError("The key of this save was used by somebody else.");
  const merged = merge === null ? null : parseStored(mergeSchema, merge, `merge of revision ${revision}`);
  return {
    revision,
    savedAt: saved_at,
    merged: merged && { content: parseRevision(content, story_id, revision), ...merged },
  };
}

/** Returns the content merged with saves since `baseRevision`; null if the merge changes nothing. */
async function mergeOthers(
  transaction: Database,
  copy: WorkingCopy,
  { baseRevision, base, content }: CopyToSave,
): Promise<Saved["merged"]> {
  if (baseRevision === copy.revision) return null;
  const stored = await findRevision(transaction, copy.storyId, baseRevision);
  const from = stored ? parseRevision(stored.content, copy.storyId, baseRevision) : base;
  if (!from)
    throw new ConflictError("The desk no longer has the text from which this one was made. Send that text along.");
  const merged = mergeCopies(from, content, copy.content);
  if (isDeepStrictEqual(merged.content, content) && merged.conflicts.length + merged.fieldConflicts.length === 0)
    return null;
  return { ...merged, by: await listSaversSince(transaction, copy.storyId, baseRevision) };
}

/** If a story was never published, changes its slug to match its new title. */
export async function followTitle(
  transaction: Database,
  { edition }: Pick<StoryEditing, "edition">,
  story: StaffStory,
  before: string,
  after: string,
): Promise<void> {
  if (
    story.state !== "draft" ||
    story.article_id !== null ||
    slugify(after) === "" ||
    slugify(after) === slugify(before)
  )
    return;
  const slug = await findFreeSlug(transaction, edition, after, story);
  if (slug !== story.slug) await updateStaffStory(transaction, story.id, { slug });
}
