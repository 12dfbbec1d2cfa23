import type { Kysely } from "kysely";

/** The tables of the search index, apart from its windows (windows.ts). */
export interface SearchTables {
  search_windows: SearchWindowRow;
  search_articles: SearchArticleRow;
  search_state: SearchStateRow;
}

export type SearchDatabase = Kysely<SearchTables>;

/** The FTS5 table `search_{number}`, with the keys from `first_key` to below the next window's `first_key`. */
export interface SearchWindowRow {
  number: number;
  first_key: number;
  /** Merge of the window's segments, which erases the words of deleted articles from the file. */
  merge: "none" | "due" | "running";
}

/** An article in the search index. */
interface SearchArticleRow {
  id: number;
  /** Date and id of the article as one number, made by `toSearchKey`. */
  key: number;
  /** JSON array of the tags by which searches are filtered. */
  tags: string;
}

/** State of the whole index, in one row. */
export interface SearchStateRow {
  /** Id and time of the last applied change of the store; 0 and "" before the first. */
  change_id: number;
  changed_at: string;
  /** Date and id of the oldest article indexed so far; both null once the index is complete. */
  built_to: string | null;
  built_to_id: number | null;
}
