import type { StoryList } from "../../server/desk/api/apiTypes.ts";

/** The lists, in the order of the navigation. For writers, all are their own. */
export const LISTS = ["mine", "all", "review", "drafts", "scheduled", "published", "withdrawn"] as const;

/** Lists whose stories come from another list. Maps each to that other list. */
export const FILLED_FROM: Partial<Record<StoryList, StoryList>> = {
  review: "drafts",
  scheduled: "drafts",
  withdrawn: "published",
};

/** Returns the list of an address. @throws {Response} 404 for an unknown list */
export function toList(name = "mine"): StoryList {
  const list = LISTS.find((known) => known === name);
  if (!list) throw new Response(null, { status: 404 });
  return list;
}
