import { articlePath } from "../../core/addresses.ts";
import { addAlert } from "../alerts/alerts.ts";
import { EditorError } from "../editorError.ts";
import { requireCapability } from "../people/capabilities.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import type { AlertLevel } from "../store/schema/newsroomSchema.ts";
import type { Database } from "../store/schema/schema.ts";
import { addCorrection, type StaffStory } from "../store/stories/staffStories.ts";
import { deleteSubmission } from "../store/stories/storyReview.ts";
import { commitCopy } from "./copies/commitCopy.ts";
import { publishStory, scheduleStory } from "./editStories.ts";
import { runOnce } from "./onceByKey.ts";
import { showStory } from "./publication.ts";
import { logStory, requireNoTakedown, requireStoryById, type StoryEditing } from "./storyEditing.ts";

/** Way in which readers learn of a change to a published story. */
type Change = { as: "silent" } | { as: "update" } | { as: "correction"; text: string };

export interface Publication {
  /** Key that the browser chooses for the publication. A repeated request with this key returns the first result. */
  key: string;
  /** Revision of the working copy that the editor saw. The request is rejected if there is a later revision. */
  revision: number;
  /** Time of the publication, ISO 8601; null to publish immediately. */
  at: string | null;
  /** Way in which readers learn of the change; null for a first publication. */
  change: Change | null;
  /** Alert with a link to the story, shown at the top of every page; null for none. */
  alert: { level: AlertLevel; line: string; until: string } | null;
}

/**
 * Publishes the working copy of a story, schedules it, or updates the published story, in one transaction.
 *
 * @throws {ConflictError} if the working copy's revision differs from `publication.revision`
 * @throws {EditorError} with the faults of the copy, or if the story cannot be published
 */
export async function publishCopy(
  editing: StoryEditing,
  storyId: number,
  publication: Publication,
): Promise<StaffStory> {
  const { database, edition, actor, now } = editing;
  const { alert, at } = publication;
  requireCapability(actor, edition.id, "publish");
  return withWriterLock(database, async (transaction) => {
    const within = { ...editing, database: transaction };
    const action = `publish story ${storyId}`;
    await runOnce(transaction, { request: publication, actor, action, now }, async () => {
      const { slug, version } = await publish(within, storyId, publication);
      await deleteSubmission(transaction, storyId);
      if (alert) {
        const { level, line: text, until } = alert;
        await addAlert(within, { text, link: articlePath(slug), level, from: at ?? now, until });
      }
      return version;
    });
    return requireStoryById(transaction, edition.id, storyId);
  });
}

async function publish(
  editing: StoryEditing,
  storyId: number,
  { revision, at, change }: Publication,
): Promise<StaffStory> {
  const { database: transaction, edition } = editing;
  const story = await requireStoryById(transaction, edition.id, storyId);
  if (story.state === "published") {
    if (at !== null) throw new EditorError("This story is published already. Its changes can only appear now.");
    if (!change)
      throw new EditorError("Say how readers learn of the change: silently, as an update or as a correction.");
    await requireNoTakedown(transaction, story);
    return changePublished(transaction, editing, story, revision, change);
  }
  const saved = await commitCopy(transaction, editing, story, { revision });
  return at === null ? publishStory(editing, saved.slug) : scheduleStory(editing, saved.slug, at);
}

async function changePublished(
  transaction: Database,
  editing: StoryEditing,
  before: StaffStory,
  revision: number,
  change: Change,
): Promise<StaffStory> {
  const { edition, actor, now } = editing;
  if (change.as === "correction") {
    requireCapability(actor, edition.id, "correct");
    await addCorrection(transaction, before.id, { text: change.text, correctedAt: now });
  }
  const updatedAt = change.as === "silent" ? null : now;
  const saved = await commitCopy(transaction, editing, before, { revision, updatedAt });
  const isUnchanged = saved.version === before.version;
  if (isUnchanged && change.as !== "correction") throw new EditorError("Readers see this text already.");
  // A correction may describe a change that an earlier version has made. Then, only the time of the update changes.
  const after = isUnchanged ? await showStory(transaction, edition, before, { updated_at: now }, now) : saved;
  await logStory(
    transaction,
    editing,
    { silent: "update silently", update: "update", correction: "correct" }[change.as],
    before,
    after,
  );
  return after;
}
