import { slugify } from "../../../core/slug.ts";
import type { StoryView } from "../../../server/desk/api/apiTypes.ts";

interface Slugged extends Pick<StoryView, "slug" | "copySlug"> {
  copy: { content: { title: string } };
  published: { title: string } | null;
}

/** Returns the slug that a new title gives a story; null if the slug stays. The server may add a number to a slug. */
export function getNextSlug({ slug, copySlug, copy, published }: Slugged, title: string): string | null {
  const next = slugify(title);
  if (next === "" || (published && slugify(published.title) === next)) return null;
  const given = next === slugify(copy.content.title) ? copySlug : next;
  return given === slug ? null : given;
}
