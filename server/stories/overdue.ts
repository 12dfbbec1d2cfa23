import type { StaffStory } from "../store/stories/staffStories.ts";

/** Delay, in ms, after which a scheduled story counts as overdue. Normally, publication takes up to 2 s. */
const LATE_MS = 60_000;

/**
 * Returns the reason why a scheduled story was not published in time; null if the story is not overdue.
 *
 * @param failure error of the last attempt; null if there is none
 * @param nowMs ms since 1970
 */
export function findOverdueReason(
  { state, publish_at }: Pick<StaffStory, "state" | "publish_at">,
  failure: string | null,
  nowMs: number,
): string | null {
  if (state !== "scheduled" || publish_at === null || Date.parse(publish_at) > nowMs) return null;
  if (failure !== null) return failure;
  return nowMs - Date.parse(publish_at) > LATE_MS ? "The server has not come to publish it yet." : null;
}
