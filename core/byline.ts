import type { SiteTexts } from "./language/en/site.ts";

export interface StoryCredits {
  author: string;
  /** The publisher; null for the edition's staff stories. */
  source: string | null;
}

/** Returns a story's title after its mark, such as "Sample story: Title", for places without labels. */
export function getMarkedTitle({ title, mark }: { title: string; mark?: string }): string {
  return mark ? `${mark}: ${title}` : title;
}

/** Returns the description of a page that shows only a story's headline, for search engines and link previews. */
export function describeHeadline(
  { source, section }: { source: string | null; section: { name: string } },
  editionName: string,
  { head }: Pick<SiteTexts, "head">,
): string {
  if (source === null) return head.fromSection(section.name, editionName);
  return head.listed(source, section.name, editionName);
}

/** Maximum length, in characters, of a byline with author and publisher. A longer byline names only the publisher. */
const MAX_BYLINE = 160;

/**
 * Returns a story's byline, such as "Rick Rojas, The New York Times". An edition's staff story names only the author. A
 * byline that would be too long names only the publisher. The author must come from `cleanAuthor`. This function does
 * not call `cleanAuthor` itself, since browsers do not load that module.
 */
export function joinByline({ author, source }: StoryCredits): string {
  if (source === null) return author;
  if (isSameName(author, source)) return source;
  const byline = `${author}, ${source}`;
  return byline.length > MAX_BYLINE ? source : byline;
}

/**
 * Returns the person or agency that wrote a story; null if the author is only the publisher or `staffWriter`.
 *
 * @param staffWriter placeholder for a missing author, in the edition's language
 */
export function getWriter({ author, source }: StoryCredits, staffWriter: string): string | null {
  return author === staffWriter || isSameName(author, source ?? "") ? null : author;
}

function isSameName(one: string, other: string): boolean {
  const fold = (name: string) => name.toLowerCase().replace(/^the\s+/, "");
  return fold(one) === fold(other);
}
