import type { Edition } from "../editions/loading/load.ts";
import type { SectionNews, SectionStory } from "./sectionNews.ts";

/** Returns the first story with an image, else the first story; undefined for none (specification, section 9). */
export function preferStoryWithImage<Story extends { hasImage: boolean }>(
  candidates: readonly Story[],
): Story | undefined {
  return candidates.find(({ hasImage }) => hasImage) ?? candidates[0];
}

/**
 * Chooses the lead from the hero's sections (specification, section 9), else from the first section with stories.
 * Ignores paid stories. Chooses a sample only after all sections have loaded and none has a story (specification,
 * section 8).
 */
export function chooseLead({ hero }: Edition, all: readonly SectionNews[]): SectionStory | "loading" | "empty" {
  const news = all.map((section) => ({ ...section, stories: section.stories.filter(({ isPaid }) => !isPaid) }));
  const leading = hero.sections.flatMap((slug) => news.filter(({ section }) => section.slug === slug));
  const isLoading = (sections: readonly SectionNews[]) => sections.some(({ state }) => state === "loading");
  if (isLoading(leading)) return "loading";
  const inAnySection = news.find(({ stories }) => stories.length > 0)?.stories ?? [];
  const story = preferStoryWithImage(leading.flatMap(({ stories }) => stories)) ?? preferStoryWithImage(inAnySection);
  if (story) return story;
  return isLoading(news) ? "loading" : (leading.flatMap(({ samples }) => samples)[0] ?? "empty");
}
