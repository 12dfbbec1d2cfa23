import { chooseLanguage } from "../../../core/language/languages.ts";
import { foldPrefix, foldText, tokenize } from "../../../core/search/fold.ts";
import { type InspectedImage, THUMBNAIL_WIDTHS } from "../../images/inspect.ts";
import type { MediaDetailsRow } from "../../store/schema/newsroomSchema.ts";
import type { StoryEditing } from "../storyEditing.ts";

type EditionLanguage = Pick<StoryEditing["edition"], "language">;

/** Maximum length of a text that is prepared for search, in characters. */
const MAX_FOLDED = 4000;

/** Returns the words of a text in the form that search compares (`foldText`). Puts a space before each word. */
export function foldWords(edition: EditionLanguage, text: string): string {
  const words = foldText(text.slice(0, MAX_FOLDED), chooseLanguage(edition.language));
  return words.map((word) => ` ${word}`).join("");
}

/** Returns the words of an image's name and texts in the form that search compares. */
export function foldDetails(
  edition: EditionLanguage,
  { name, alt, caption, credit }: Pick<MediaDetailsRow, "name" | "alt" | "caption" | "credit">,
): string {
  return foldWords(edition, `${name} ${alt} ${caption} ${credit}`);
}

/** Returns each word of a search in two forms: as a whole word and as the beginning of a word. One form must match. */
export function foldSearch(edition: EditionLanguage, search: string): string[][] {
  const language = chooseLanguage(edition.language);
  return tokenize(search, language).map(({ word, start, end }) => [word, foldPrefix(search.slice(start, end))]);
}

export function toStoredThumbnails(thumbnails: InspectedImage["thumbnails"]): { width: number; bytes: Uint8Array }[] {
  return THUMBNAIL_WIDTHS.map((width) => ({ width, bytes: thumbnails[width] }));
}
