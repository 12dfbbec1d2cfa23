import type { StaffStory } from "../store/stories/staffStories.ts";

/** Time after which a scheduled story that has not appeared is overdue. The schedule takes two seconds. */
const LATE_MS = 60_000;

/**
 * Returns why a story that is due has not appeared; null for one that is not overdue.
 *
 * @param failure reason for which the last attempt failed; null for none
 * @param nowMs milliseconds since 1970
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
