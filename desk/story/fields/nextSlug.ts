import { slugify } from "../../../core/slug.ts";
import type { StoryView } from "../../../server/desk/api/apiTypes.ts";

interface Slugged extends Pick<StoryView, "slug"> {
  published: { title: string } | null;
}

/**
 * Returns the slug that a new title gives a story; null if the slug stays. If another story has the returned slug,
 * the server adds a number to it.
 */
export function getNextSlug({ slug, published }: Slugged, title: string): string | null {
  const next = slugify(title);
  if (next === "" || next === slug) return null;
  return published && slugify(published.title) === next ? null : next;
}
