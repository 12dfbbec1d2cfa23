import { groupStories } from "../sameStory.ts";
import type { Found } from "./newest.ts";

/** Articles that tell one story are one result, on pages as in feeds: the first of them, and then the others. */
export function tellOnce(found: readonly Found[]): [Found, ...Found[]][] {
  const told = found.map((one) =>
    one.kind === "article"
      ? { one, title: one.article.title, feedUrl: one.article.feedUrl, sortedAt: one.article.sortedAt }
      : { one, title: one.sample.title, feedUrl: one.sample.slug, sortedAt: new Date(one.sample.date).toISOString() },
  );
  return groupStories(told).flatMap((group) => {
    const [first, ...others] = group.map(({ one }) => one);
    return first ? [[first, ...others]] : [];
  });
}
