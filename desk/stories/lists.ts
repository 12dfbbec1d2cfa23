import type { StoryList } from "../../server/desk/api/apiTypes.ts";

/** Lists of stories, in the order of the navigation. For writers, each list has only their own stories. */
export const LISTS = ["mine", "all", "review", "drafts", "scheduled", "published", "withdrawn"] as const;

/** Maps a list to the list that its stories were in before, such as "review" to "drafts". */
export const FILLED_FROM: Partial<Record<StoryList, StoryList>> = {
  review: "drafts",
  scheduled: "drafts",
  withdrawn: "published",
};

/** Returns the list that an address names. @throws {Response} 404 for an unknown list */
export function toList(name = "mine"): StoryList {
  const list = LISTS.find((known) => known === name);
  if (!list) throw new Response(null, { status: 404 });
  return list;
}
