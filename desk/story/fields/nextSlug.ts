import { slugify } from "../../../core/slug.ts";
import type { StoryView } from "../../../server/desk/api/apiTypes.ts";

interface Slugged extends Pick<StoryView, "slug"> {
  published: { title: string } | null;
}

/** Returns the slug that a title gives the story; null if it stays. A number that keeps it apart from others may follow. */
export function getNextSlug({ slug, published }: Slugged, title: string): string | null {
  const next = slugify(title);
  if (next === "" || next === slug) return null;
  return published && slugify(published.title) === next ? null : next;
}
