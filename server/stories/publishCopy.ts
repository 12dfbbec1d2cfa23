import type { AlertLevel } from "../store/schema/newsroomSchema.ts";
import type { StaffStory } from "../store/stories/staffStories.ts";
import type { StoryEditing } from "./editStories.ts";

/** How readers learn of the change of a published story. */
export type Change = { as: "silent" } | { as: "update" } | { as: "correction"; text: string };

export interface Publication {
  /** Chosen by the browser. A second publication with the same key does nothing and returns the first one's result. */
  key: string;
  /** Revision of the copy that the person saw. A later one is refused. */
  revision: number;
  /** When to appear, ISO 8601; null for now. */
  at: string | null;
  /** Null for a first publication. */
  change: Change | null;
  /** A line at the top of every page; null for none. */
  alert: { level: AlertLevel; line: string; until: string } | null;
}

/**
 * Publishes the working copy of a story, schedules it, or changes the published story, in one transaction.
 *
 * @throws {ConflictError} if the copy has another revision
 * @throws {EditorError} with the faults of the copy, or if the story cannot be published
 */
export async function publishCopy(
  _editing: StoryEditing,
  _storyId: number,
  _publication: Publication,
): Promise<StaffStory> {
  throw new Error("not built yet");
}
