import { withWriterLock } from "../../store/engines/engine.ts";
import type { Database } from "../../store/schema/schema.ts";
import { parseStored } from "../../store/storedJson.ts";
import { findVersion, type StaffStory } from "../../store/stories/staffStories.ts";
import { findCopy, findRevision, insertRevision, saveCopyRow } from "../../store/stories/storyCopies.ts";
import { parseContent, type StaffStoryContent, storedCopySchema } from "../content.ts";
import type { CopyContent } from "../copyContent.ts";
import { type Merge, mergeCopies } from "./mergeCopies.ts";

/** Time, in ms, between a save and the next thinning of autosaves. */
const THIN_AFTER_MS = 60 * 60_000;

/** Text of a story on which the newsroom is working. Readers see it only after it is published. */
export interface WorkingCopy {
  storyId: number;
  revision: number;
  /** Number of the version on which the copy is based. Newer versions are not yet merged into the copy. */
  baseVersion: number;
  /** Revision that has the content of `baseVersion`; -1 if no revision has it. */
  baseRevision: number;
  content: CopyContent;
  savedAt: string;
  savedBy: string;
  /** Time at which autosaves are next thinned out (ISO 8601); null if no thinning is needed. */
  thinAt: string | null;
  /** False if the story was never saved at the desk. The copy is then made from the newest version. */
  isStored: boolean;
}

/** Returns true if the copy has changes that are in no version. */
export function isChanged({ revision, baseRevision }: Pick<WorkingCopy, "revision" | "baseRevision">): boolean {
  return revision !== baseRevision;
}

export function toCopyContent(content: StaffStoryContent, { expires_at }: Pick<StaffStory, "expires_at">): CopyContent {
  return { ...content, ...(expires_at !== null && { expiresAt: expires_at }) };
}

/** Parses the stored content of a revision. @throws {StoredJsonError} if it is damaged */
export function parseRevision(json: string, storyId: number, revision: number): CopyContent {
  return parseStored(storedCopySchema, json, `revision ${revision} of staff story ${storyId}`);
}

/** Returns a story's working copy. If a newer version was saved outside the desk, first merges it into the copy. */
export async function readWorkingCopy(database: Database, story: StaffStory): Promise<WorkingCopy> {
  const copy = await readStoredCopy(database, story);
  if (copy.baseVersion === story.version) return copy;
  return withWriterLock(database, async (transaction) => rebase(transaction, story));
}

async function readStoredCopy(database: Database, story: StaffStory): Promise<WorkingCopy> {
  const copy = await findCopy(database, story.id);
  if (copy)
    return {
      storyId: story.id,
      revision: copy.revision,
      baseVersion: copy.base_version,
      baseRevision: copy.base_revision,
      content: parseRevision(copy.content, story.id, copy.revision),
      savedAt: copy.saved_at,
      savedBy: copy.saved_by,
      thinAt: copy.thin_at,
      isStored: true,
    };
  const version = await readVersion(database, story);
  const { content, savedAt, savedBy } = version;
  const shared = { storyId: story.id, revision: 0, baseVersion: story.version, baseRevision: 0 };
  return { ...shared, content, savedAt, savedBy, thinAt: null, isStored: false };
}

async function readVersion(database: Database, story: StaffStory) {
  const version = await findVersion(database, story.id, story.version);
  if (!version) throw new Error(`Staff story ${story.id} lacks version ${story.version}.`);
  const content = toCopyContent(parseContent(version.content, story.id, story.version), story);
  return { content, savedAt: version.saved_at, savedBy: version.saved_by };
}

/**
 * Merges the newest version into a working copy that is based on an earlier version. Stores the result as a save by the
 * author of the version.
 */
async function rebase(transaction: Database, story: StaffStory): Promise<WorkingCopy> {
  const copy = await readStoredCopy(transaction, story);
  // Another process may have merged the version before this process got the lock.
  if (copy.baseVersion === story.version) return copy;
  const { content, savedAt: at, savedBy: by } = await readVersion(transaction, story);
  const base = await findRevision(transaction, story.id, Math.max(copy.baseRevision, 0));
  const baseContent = base ? parseRevision(base.content, story.id, base.revision) : copy.content;
  const version = await addRevision(transaction, copy, { content, at, by });
  const moved = await moveBase(transaction, version, story.version);
  if (!isChanged(copy)) return moved;
  const merged = mergeCopies(baseContent, content, copy.content);
  return addRevision(transaction, moved, { content: merged.content, at, by });
}

interface Save {
  content: CopyContent;
  /** Time of the save, ISO 8601. */
  at: string;
  by: string;
  key?: string;
  merge?: Merge | null;
  name?: string;
}

/** Saves the next revision of a copy. @param transaction holds the writer lock */
export async function addRevision(transaction: Database, copy: WorkingCopy, save: Save): Promise<WorkingCopy> {
  const { storyId } = copy;
  const { content, at, by, key = null, merge = null, name = null } = save;
  if (!copy.isStored) await insertFirstRevision(transaction, copy);
  const revision = copy.revision + 1;
  await insertRevision(transaction, {
    story_id: storyId,
    revision,
    content: JSON.stringify(content),
    saved_at: at,
    saved_by: by,
    name,
    save_key: key,
    merge: merge && JSON.stringify(merge),
  });
  const thinAt = copy.thinAt ?? new Date(Date.parse(at) + THIN_AFTER_MS).toISOString();
  return storeCopy(transaction, { ...copy, revision, content, savedAt: at, savedBy: by, thinAt });
}

/** Before a copy's first save at the desk, stores its content as revision 0, the base of later changes. */
export async function insertFirstRevision(transaction: Database, copy: WorkingCopy): Promise<void> {
  await insertRevision(transaction, {
    story_id: copy.storyId,
    revision: 0,
    content: JSON.stringify(copy.content),
    saved_at: copy.savedAt,
    saved_by: copy.savedBy,
  });
}

/** Records that the copy's current revision has the content of a version. */
export async function moveBase(transaction: Database, copy: WorkingCopy, version: number): Promise<WorkingCopy> {
  if (!copy.isStored) await insertFirstRevision(transaction, copy);
  return storeCopy(transaction, { ...copy, baseVersion: version, baseRevision: copy.revision });
}

export async function storeCopy(transaction: Database, copy: WorkingCopy): Promise<WorkingCopy> {
  await saveCopyRow(transaction, {
    story_id: copy.storyId,
    revision: copy.revision,
    base_version: copy.baseVersion,
    base_revision: copy.baseRevision,
    saved_at: copy.savedAt,
    saved_by: copy.savedBy,
    thin_at: copy.thinAt,
  });
  return { ...copy, isStored: true };
}
