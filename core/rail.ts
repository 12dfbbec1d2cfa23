/** Parts of the front page's rail, in their default order. */
export const RAIL_PARTS = ["radio", "events", "ad", "video", "latest"] as const;
