import type { Category, ImportedPost, StoryExport } from "./storyExport.ts";

/** Sections and topics of an imported story. */
export interface Placement {
  sections: string[];
  topics: string[];
}

/** Value in the table for a category that has no section and becomes a topic. */
export const NO_SECTION = "-";

/** Table that assigns a section's slug, or `NO_SECTION`, to categories. */
export type SectionTable = ReturnType<typeof createSectionTable>;

/**
 * Creates the table of sections. A category without an entry gets the section with the same slug, if there is one.
 *
 * @param entries pairs of a category's slug or name, and a section's slug or `NO_SECTION`
 */
export function createSectionTable(entries: Iterable<readonly [string, string]>, sections: readonly string[]) {
  const table = new Map(Array.from(entries, ([category, section]) => [toKey(category), section] as const));
  const find = ({ slug, name }: Category): string | undefined =>
    table.get(toKey(slug)) ?? table.get(toKey(name)) ?? sections.find((section) => section === toKey(slug));
  return {
    find,
    set: ({ slug }: Category, section: string) => void table.set(toKey(slug), section),

    /** Returns a post's sections and topics. If the post has no section, the caller must choose a default section. */
    place({ categories, tags }: Pick<ImportedPost, "categories" | "tags">): Placement {
      const all = [...categories, ...tags];
      const hasSection = (category: Category) => ![undefined, NO_SECTION].includes(find(category));
      const topics = all.filter((category) => !hasSection(category) && category.slug !== "uncategorized");
      return {
        sections: [...new Set(all.filter(hasSection).map((category) => find(category) ?? ""))],
        topics: [...new Set(topics.map(({ name }) => name))],
      };
    },
  };
}

/** Counts the posts of each category, without pages. The map's keys are slugs. The highest count comes first. */
export async function countCategories(
  exported: StoryExport,
): Promise<Map<string, { category: Category; posts: number }>> {
  const counts = new Map<string, { category: Category; posts: number }>();
  for await (const { kind, categories } of exported.posts(null))
    if (kind === "post")
      for (const category of categories)
        counts.getOrInsertComputed(category.slug, () => ({ category, posts: 0 })).posts++;
  return new Map([...counts].sort(([, a], [, b]) => b.posts - a.posts));
}

function toKey(name: string): string {
  return name.trim().toLowerCase();
}
