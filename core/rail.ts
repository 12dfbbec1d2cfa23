/** Parts of the front page's rail, in the order that they have by default. */
export const RAIL_PARTS = ["radio", "events", "ad", "video", "latest"] as const;
