import type { SavedStory } from "./deviceData.ts";

/**
 * Merges imported stories with stored copies of the same stories. Returns the stories to store. Stored fields take
 * precedence, but a missing text is filled in, and the earlier of two dates is used. Dates are made unique.
 */
export function mergeSavedStories(stored: readonly SavedStory[], imported: readonly SavedStory[]): SavedStory[] {
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
