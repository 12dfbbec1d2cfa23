import type { Piece } from "../../../core/search/highlight.ts";
import type { SearchRequest } from "../../../core/search/request.ts";
import type { Story } from "../views.ts";

/** A story that a search found, with the matches marked in its title and excerpt. */
export interface SearchResult {
  story: Story;
  title: Piece[];
  excerpt: Piece[];
}

/** A page of the site other than a story, such as a section, an author's page, a topic's page or the archive. */
export interface Place {
  title: string;
  href: string;
}

export interface SearchPage {
  /** The request without invalid filters, such as a section that the edition does not have. */
  request: SearchRequest;
  /** True if the request has a text or a filter. */
  hasCriteria: boolean;
  /** False while older articles are still being added to the index. */
  isComplete: boolean;
  results: SearchResult[];
  /** Pages other than stories that match the text. Empty on later pages of results. */
  places: Place[];
  /** The text with misspelled words replaced; null if a story has all words, or there is no correction. */
  correction: string | null;
  /** True if no story has all words of the text. Each result then has at least one of the words. */
  isAny: boolean;
  /** Number of matching articles; a lower bound if `isMore`. */
  total: { count: number; isMore: boolean };
  /** Paths of the previous and next pages of results; null if there are none. */
  previous: string | null;
  next: string | null;
  /** Publishers to filter by. */
  sources: string[];
}

/** Response to the text that a reader has typed so far. */
export interface Suggestions {
  stories: Suggestion[];
  places: Place[];
  correction: string | null;
}

interface Suggestion {
  href: string;
  title: Piece[];
  /** Byline such as "Rick Rojas, The New York Times"; for a sponsored story, its label. */
  byline: string;
  /** Name of the section, such as "Local News". */
  section: string;
  /** Date such as "April 17, 2025". */
  date: string;
}
