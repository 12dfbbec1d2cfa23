import type { Story } from "../../server/news/views.ts";
import type { Follow } from "../device/deviceData.ts";
import { isFollowed } from "../device/deviceState.ts";

/** Returns the stories whose section or any source is followed, in their order; all of them when nothing is followed. */
export function selectFollowed(stories: readonly Story[], follows: readonly Follow[]): readonly Story[] {
  if (follows.length === 0) return stories;
  return stories.filter(
    ({ section, source, furtherSources }) =>
      isFollowed(follows, "section", section.slug) ||
      [source, ...furtherSources.map(({ publisher }) => publisher)].some(
        (name) => name !== null && isFollowed(follows, "source", name),
      ),
  );
}
