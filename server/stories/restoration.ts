import type { Edition } from "../editions/loading/load.ts";
import type { Database } from "../store/schema/schema.ts";
import { setPaths } from "../store/stories/formerPaths.ts";
import { findPin, setPin } from "../store/stories/pins.ts";
import { addCorrection, type StaffStory, updateStaffStory } from "../store/stories/staffStories.ts";
import type { StoryFile } from "./content.ts";
import { hideStory, showStory } from "./publication.ts";

/**
 * Puts a new story into the state that its file describes: a draft, scheduled, published since a date, or no longer
 * public. Also adds its former paths, corrections and pins.
 *
 * @param transaction holds the writer lock
 * @param now ISO 8601
 */
export async function restoreStoryState(
  transaction: Database,
  edition: Pick<Edition, "id" | "language">,
  story: StaffStory,
  { publishAt, updatedAt, expiresAt, ...file }: StoryFile,
  now: string,
): Promise<StaffStory> {
  const { redirectFrom = [], corrections = [], state, withdrawnLine = null, publishedAt, pins = [] } = file;
  await setPaths(transaction, edition.id, story.id, redirectFrom);
  for (const { text, at } of corrections) await addCorrection(transaction, story.id, { text, correctedAt: at });
  // Counts a correction as an update. The desk does the same when an editor adds a correction.
  const changes = [...(updatedAt === undefined ? [] : [updatedAt]), ...corrections.map(({ at }) => at)].sort();
  const times = { updated_at: changes.at(-1) ?? null, expires_at: expiresAt ?? null };
  const isWaiting = publishAt !== undefined && publishAt > now && !state;
  const appearedAt = publishedAt ?? (isWaiting ? undefined : publishAt);
  const waiting = isWaiting ? ({ state: "scheduled", publish_at: publishAt } as const) : {};
  if (appearedAt === undefined) return save({ ...story, ...times, ...waiting });
  const shown = await showStory(transaction, edition, story, { ...times, published_at: appearedAt }, now);
  for (const { slot, until } of pins)
    if (until > now && !(await findPin(transaction, edition.id, slot)))
      await setPin(transaction, { edition: edition.id, slot, article_id: shown.article_id ?? 0, until });
  const isOver = expiresAt !== undefined && expiresAt <= now;
  const past = state ?? (isWaiting ? "withdrawn" : isOver ? "expired" : null);
  if (past === null) return shown;
  return save({ ...(await hideStory(transaction, shown, past, withdrawnLine, now)), ...waiting });

  async function save(changed: StaffStory): Promise<StaffStory> {
    await updateStaffStory(transaction, story.id, changed);
    return changed;
  }
}
