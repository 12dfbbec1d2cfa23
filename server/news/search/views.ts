import type { Piece } from "../../../core/search/highlight.ts";
import type { SearchRequest } from "../../../core/search/request.ts";
import type { Story } from "../views.ts";

/** A story that was found, with what was looked for marked in its words. */
export interface Result {
  story: Story;
  title: Piece[];
  excerpt: Piece[];
}

export interface SearchPage {
  /** What was asked for, without what the edition does not know. */
  request: SearchRequest;
  /** Whether anything was asked for. */
  isAsked: boolean;
  results: Result[];
  /** How many articles it finds; at least so many where there are more than are counted. */
  total: { count: number; isMore: boolean };
  /** Where other results stand, as addresses; null where there are none. */
  previous: string | null;
  next: string | null;
  /** The publishers to choose from. */
  sources: string[];
}

/** A result as it is shown while a reader types. */
export interface Suggestion {
  href: string;
  title: Piece[];
  /** "Local News", and "April 17, 2025". */
  section: string;
  date: string;
}

/** What readers look for in the edition's stories, answered from the store alone. */
export interface Search {
  /** A page of what a request finds. Every request has an answer. */
  find(request: SearchRequest): Promise<SearchPage>;
  /** The best few stories for what a reader has typed so far. */
  suggest(text: string): Promise<Suggestion[]>;
}
