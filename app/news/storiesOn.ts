import type { FrontPage } from "../../server/news/views.ts";

/** The slugs of the stories that a front page shows. */
export function storiesOn({ hero, blocks }: FrontPage): string[] {
  const lead = hero.state === "loaded" ? [hero.story] : [];
  return [...lead, ...blocks.flatMap(({ stories }) => stories)].map(({ slug }) => slug);
}
