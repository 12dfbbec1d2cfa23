import { EditorError, NotFoundError } from "../../editorError.ts";
import { withWriterLock } from "../../store/engines/engine.ts";
import type { Database } from "../../store/schema/schema.ts";
import { listActions } from "../../store/stories/editorLog.ts";
import { findVersion, listVersions, type StaffStory } from "../../store/stories/staffStories.ts";
import { findRevision, listRevisions, nameRevision } from "../../store/stories/storyCopies.ts";
import { parseContent } from "../content.ts";
import type { CopyContent } from "../copyContent.ts";
import { runOnce } from "../onceByKey.ts";
import { getSubject, logStory, parseLoggedStory, requireStoryById, type StoryEditing } from "../storyEditing.ts";
import { requireMayEdit } from "../storyRights.ts";
import { followTitle } from "./saveCopy.ts";
import { addRevision, moveBase, parseRevision, readWorkingCopy, toCopyContent } from "./workingCopy.ts";

/** Maximum number of revisions in a history. Thinning out autosaves usually leaves fewer. */
const MAX_REVISIONS = 1000;

type Kind = "version" | "revision";

interface Entry {
  kind: Kind;
  number: number;
  at: string;
  by: string;
  name: string | null;
  /** "now": readers see this version. "before": readers saw it earlier. Null: readers have never seen the entry. */
  published: "now" | "before" | null;
}

/** Returns the versions of a story and the saves of its working copy, the newest entry first. */
export async function listHistory(database: Database, story: StaffStory): Promise<Entry[]> {
  const [versions, revisions, published] = await Promise.all([
    listVersions(database, story.id),
    listRevisions(database, story.id, MAX_REVISIONS),
    listPublishedVersions(database, story),
  ]);
  const toPublished = (number: number): Entry["published"] => {
    if (story.state === "published" && story.version === number) return "now";
    return published.has(number) ? "before" : null;
  };
  const entries = [
    ...versions.map((row): Entry => {
      const { number, saved_at: at, saved_by: by } = row;
      return { kind: "version", number, at, by, name: null, published: toPublished(number) };
    }),
    ...revisions.map((row): Entry => {
      const { revision: number, saved_at: at, saved_by: by, name } = row;
      return { kind: "revision", number, at, by, name, published: null };
    }),
  ];
  return entries.sort((one, other) => other.at.localeCompare(one.at) || other.number - one.number);
}

/** Returns the numbers of the versions that were published, as far back as the log of editors' actions goes. */
async function listPublishedVersions(database: Database, story: StaffStory): Promise<Set<number>> {
  const actions = await listActions(database, story.edition, getSubject(story));
  const states = actions.map(parseLoggedStory);
  return new Set(states.flatMap(({ state, version }) => (state === "published" && version ? [version] : [])));
}

/** Returns the content of a version or a revision of a story. @throws {NotFoundError} if it does not exist */
export async function readHistoryEntry(
  database: Database,
  story: StaffStory,
  kind: Kind,
  number: number,
): Promise<CopyContent> {
  if (kind === "revision") {
    const revision = await findRevision(database, story.id, number);
    if (revision) return parseRevision(revision.content, story.id, number);
  } else {
    const version = await findVersion(database, story.id, number);
    if (version) return toCopyContent(parseContent(version.content, story.id, number), story);
  }
  throw new NotFoundError("The history of this story no longer has this text.");
}

/**
 * Names a revision, or removes its name if `name` is "". The thinning of autosaves never deletes named revisions.
 *
 * @returns the history's entry for the revision
 */
export async function nameEntry(
  editing: StoryEditing,
  storyId: number,
  { revision: number, name }: { revision: number; name: string },
): Promise<Entry> {
  const { database, edition, actor } = editing;
  return withWriterLock(database, async (transaction) => {
    const story = await requireStoryById(transaction, edition.id, storyId);
    await requireMayEdit(transaction, actor, story);
    const copy = await readWorkingCopy(transaction, story);
    // If the story was never saved at the desk, stores its text as revision 0, which can be named.
    if (!copy.isStored) await moveBase(transaction, copy, story.version);
    const revision = await findRevision(transaction, storyId, number);
    if (!revision) throw new NotFoundError("The history of this story no longer has this text.");
    await nameRevision(transaction, storyId, number, name.trim() || null);
    await logStory(transaction, editing, "name version", story, story);
    const { saved_at: at, saved_by: by } = revision;
    return { kind: "revision", number, at, by, name: name.trim() || null, published: null };
  });
}

/** Copies the text of a history entry into the working copy. Readers see the text once it is published. */
export async function restoreEntry(
  editing: StoryEditing,
  storyId: number,
  request: { key: string; kind: Kind; number: number },
): Promise<void> {
  const { kind, number } = request;
  const action = `restore ${kind} ${number} of story ${storyId}`;
  await changeCopy(editing, storyId, { request, action, logged: "restore" }, async (transaction, story) =>
    readHistoryEntry(transaction, story, kind, number),
  );
}

/**
 * Replaces the text of the working copy with the text of the newest version.
 *
 * @throws {EditorError} if the story's only version is the placeholder of a new draft
 */
export async function discardChanges(editing: StoryEditing, storyId: number, key: string): Promise<void> {
  const action = `discard changes of story ${storyId}`;
  await changeCopy(
    editing,
    storyId,
    { request: { key }, action, logged: "discard changes" },
    async (transaction, story) => {
      const { baseRevision } = await readWorkingCopy(transaction, story);
      if (baseRevision < 0) throw new EditorError("This draft has no earlier version.");
      return readHistoryEntry(transaction, story, "version", story.version);
    },
  );
}

async function changeCopy(
  editing: StoryEditing,
  storyId: number,
  { request, action, logged }: { request: { key: string }; action: string; logged: string },
  read: (transaction: Database, story: StaffStory) => Promise<CopyContent>,
): Promise<void> {
  const { database, edition, actor, now } = editing;
  await withWriterLock(database, async (transaction) => {
    const story = await requireStoryById(transaction, edition.id, storyId);
    await requireMayEdit(transaction, actor, story);
    await runOnce(transaction, { request, actor, action, now }, async () => {
      const content = await read(transaction, story);
      const copy = await readWorkingCopy(transaction, story);
      const saved = await addRevision(transaction, copy, { content, at: now, by: actor.name });
      if (logged === "discard changes") await moveBase(transaction, saved, story.version);
      await followTitle(transaction, editing, story, copy.content.title, content.title);
      await logStory(transaction, editing, logged, story, story);
      return saved.revision;
    });
  });
}
