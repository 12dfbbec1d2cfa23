import { ConflictError } from "../../editorError.ts";
import type { Database } from "../../store/schema/schema.ts";
import type { StaffStory } from "../../store/stories/staffStories.ts";
import { saveVersion } from "../saveVersion.ts";
import type { StoryEditing } from "../storyEditing.ts";
import { checkCopy, requireImages } from "./checkCopy.ts";
import { isChanged, moveBase, readWorkingCopy } from "./workingCopy.ts";

interface Commit {
  /** Revision that the editor saw; undefined to accept the newest. */
  revision?: number;
  /** Time (ISO 8601) that the site shows for the story's last update; by default now. If null, the time stays as it is. */
  updatedAt?: string | null;
}

/**
 * If a story's working copy has changes, saves it as the story's next version. If the story is published, the site then
 * shows this version.
 *
 * @param transaction holds the writer lock
 * @throws {ConflictError} if the copy's revision differs from `revision`
 * @throws {EditorError} with the faults of the copy
 */
export async function commitCopy(
  transaction: Database,
  editing: StoryEditing,
  story: StaffStory,
  { revision, updatedAt = editing.now }: Commit = {},
): Promise<StaffStory> {
  const copy = await readWorkingCopy(transaction, story);
  if (revision !== undefined && revision !== copy.revision)
    throw new ConflictError(`${copy.savedBy} changed this story in the meantime. Look at it again before you go on.`);
  if (!isChanged(copy)) return story;
  const { content, expiresAt = null } = checkCopy(copy.content, editing.edition);
  await requireImages(transaction, content);
  const saved = await saveVersion(transaction, editing, story, { content, expiresAt }, updatedAt);
  await moveBase(transaction, copy, saved.version);
  return saved;
}
