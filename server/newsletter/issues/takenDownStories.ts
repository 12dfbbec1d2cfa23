import { getServerTexts } from "../../../core/language/catalogs.ts";
import type { IssueContent, IssueStory } from "../issueSchema.ts";

/**
 * Erases the texts of the given stories from an issue, and removes their corrections. `restoreStory` restores only the
 * texts. The corrections need no restoring, since they are also stored with the stories. Returns the new issue, and the
 * original stories by slug.
 */
export function eraseStories(
  content: IssueContent,
  slugs: ReadonlySet<string>,
): { content: IssueContent; erased: Map<string, IssueStory>; isChanged: boolean } {
  const erased = new Map<string, IssueStory>();
  const erase = (story: IssueStory): IssueStory => {
    if (!slugs.has(story.slug) || story.isTakenDown) return story;
    erased.set(story.slug, story);
    return { ...story, title: "", deck: "", source: "", pictureAlt: null, isTakenDown: true };
  };
  const rest = mapStories(content, erase);
  const corrections = content.corrections.filter(({ slug }) => !slugs.has(slug));
  const isChanged = erased.size > 0 || corrections.length !== content.corrections.length;
  return { content: { ...rest, corrections }, erased, isChanged };
}

/** Puts a story's texts back into an issue. */
export function restoreStory(content: IssueContent, original: IssueStory): IssueContent {
  const isErased = (story: IssueStory) => story.isTakenDown && story.slug === original.slug;
  // If a story is the hero and also in a section, both have the same data. So one original restores both.
  return mapStories(content, (story) => (isErased(story) ? original : story));
}

/**
 * Removes taken-down stories from an issue before it is mailed. A taken-down lead is replaced by the first story that
 * no sponsor bought, or else by a note.
 */
export function omitTakenDown(content: IssueContent, language: string): IssueContent {
  const sections = content.sections
    .map((section) => ({ ...section, stories: section.stories.filter(({ isTakenDown }) => !isTakenDown) }))
    .filter(({ stories }) => stories.length > 0);
  if (!content.hero.isTakenDown) return { ...content, sections };
  const next = sections.flatMap(({ stories }) => stories).find(({ isPaid }) => !isPaid);
  const hero = next ?? { ...content.hero, title: getServerTexts(language).mail.takenDown };
  return { ...content, hero, sections };
}

function mapStories(content: IssueContent, map: (story: IssueStory) => IssueStory): IssueContent {
  const sections = content.sections.map((section) => ({ ...section, stories: section.stories.map(map) }));
  return { ...content, hero: map(content.hero), sections };
}
