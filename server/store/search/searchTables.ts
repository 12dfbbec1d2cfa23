import type { Kysely } from "kysely";

/** The tables of the search index, apart from its windows (windows.ts). */
export interface SearchTables {
  search_windows: SearchWindowRow;
  search_articles: SearchArticleRow;
  search_state: SearchStateRow;
}

export type SearchDatabase = Kysely<SearchTables>;

/**
 * A window of the index: the FTS5 table `search_{number}`. Its keys begin at `first_key` and end before the next
 * window's `first_key`.
 */
export interface SearchWindowRow {
  number: number;
  first_key: number;
  /** State of the merge of the window's FTS5 segments. The merge erases the words of deleted articles from the disk. */
  merge: "none" | "due" | "running";
}

interface SearchArticleRow {
  id: number;
  /** Search key of the article, made from the article's date and id (`toSearchKey`). */
  key: number;
  /** JSON array of the tags by which searches are filtered. */
  tags: string;
}

/** State of the whole index, in one row. */
export interface SearchStateRow {
  /** Id and time of the store's last change that the index includes; 0 and "" if there is none. */
  change_id: number;
  changed_at: string;
  /** Date and id of the oldest article indexed so far; both null once the index is complete. */
  built_to: string | null;
  built_to_id: number | null;
}
