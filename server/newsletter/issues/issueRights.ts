import type { RightsSource } from "../../editions/schema/rights.ts";
import { permitMailed } from "../../rights/permit.ts";
import { listCarriersBySlug } from "../../store/articles/articles.ts";
import { listHiddenSlugs } from "../../store/rules/hiddenEntries.ts";
import type { Database } from "../../store/schema/schema.ts";
import type { IssueContent, IssueStory } from "../issueSchema.ts";

/**
 * Applies the current rights to a stored issue, which was composed under earlier rights. Removes stories, decks and
 * images that the briefing may no longer contain, and stories that the edition now hides. If a story is no longer
 * stored, keeps only its headline. Returns null if no story remains.
 */
export async function applyRightsToIssue(
  content: IssueContent,
  edition: RightsSource & { id: string },
  database: Database,
): Promise<IssueContent | null> {
  const stories = [content.hero, ...content.sections.flatMap((section) => section.stories)];
  const slugs = stories.map(({ slug }) => slug);
  const carriers = await listCarriersBySlug(database, slugs);
  const hidden = await listHiddenSlugs(database, edition.id, slugs);

  function limit(story: IssueStory): IssueStory[] {
    if (hidden.has(story.slug)) return [];
    const permitted = permitMailed(story, carriers.get(story.slug), edition);
    return permitted ? [permitted] : [];
  }

  const sections = content.sections
    .map((section) => ({ ...section, stories: section.stories.flatMap(limit) }))
    .filter(({ stories }) => stories.length > 0);
  const hero = limit(content.hero)[0] ?? sections[0]?.stories[0];
  return hero ? { ...content, hero, sections } : null;
}
