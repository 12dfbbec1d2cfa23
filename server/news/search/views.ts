import type { Piece } from "../../../core/search/highlight.ts";
import type { SearchRequest } from "../../../core/search/request.ts";
import type { Story } from "../views.ts";

/** A story that a search found, with the matches marked in its title and excerpt. */
export interface SearchResult {
  story: Story;
  title: Piece[];
  excerpt: Piece[];
}

export interface SearchPage {
  /** The request without invalid filters, such as a section that the edition does not have. */
  request: SearchRequest;
  /** True if the request has a text or a filter. */
  hasCriteria: boolean;
  /** False while older articles are still being added to the index. */
  isComplete: boolean;
  results: SearchResult[];
  /** Number of matching articles; a lower bound if `isMore`. */
  total: { count: number; isMore: boolean };
  /** Paths of the previous and next pages of results; null if there are none. */
  previous: string | null;
  next: string | null;
  /** Publishers to filter by. */
  sources: string[];
}

/** A result shown while a reader types. */
export interface Suggestion {
  href: string;
  title: Piece[];
  /** Such as "Rick Rojas, The New York Times"; of a sponsored story, its label. */
  byline: string;
  /** Name of the section, such as "Local News". */
  section: string;
  /** Such as "April 17, 2025". */
  date: string;
}
