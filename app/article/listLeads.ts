import type { ArticlePage, FrontPage, Story } from "../../server/news/views.ts";

const MAX_LEADS = 4;

/**
 * Returns the stories that lead the edition, for the rail beside an article: the stories at the top of the front page
 * and the first story of each block. Leaves out the article itself and the stories that its page lists already.
 */
export function listLeads(
  { hero, secondary, blocks }: FrontPage,
  { story, more }: Pick<ArticlePage, "story" | "more">,
): Story[] {
  const leads = [
    ...(hero.state === "loaded" ? [hero.story] : []),
    ...secondary,
    ...blocks.flatMap(({ stories: [first] }) => first ?? []),
  ];
  const seen = new Set([story, ...more].map(({ slug }) => slug));
  return leads.filter(({ slug }) => !seen.has(slug) && seen.add(slug)).slice(0, MAX_LEADS);
}
