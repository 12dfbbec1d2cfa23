import type { SavedStory } from "./deviceData.ts";

/**
 * Merges imported stories into the stored ones. A story that both have keeps its stored fields, any text that one of
 * them has, and the earlier date. A date already taken is raised until it is unique.
 *
 * @returns the stories to store
 */
export function mergeSaved(stored: readonly SavedStory[], imported: readonly SavedStory[]): SavedStory[] {
  const bySlug = new Map(stored.map((story) => [story.slug, story]));
  const takenDates = new Set(stored.map(({ savedAt }) => savedAt));
  const merged = new Map<string, SavedStory>();
  for (const story of imported) {
    const own = merged.get(story.slug) ?? bySlug.get(story.slug);
    let savedAt = Math.min(story.savedAt, own?.savedAt ?? Number.POSITIVE_INFINITY);
    if (savedAt !== own?.savedAt) while (takenDates.has(savedAt)) savedAt++;
    takenDates.add(savedAt);
    merged.set(story.slug, { ...story, ...own, bodyHtml: own?.bodyHtml || story.bodyHtml, savedAt });
  }
  return [...merged.values()];
}
