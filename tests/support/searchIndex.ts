import type { Language } from "../../core/language/languages.ts";
import { createLog } from "../../server/log.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { createIndexer, type Indexer } from "../../server/store/search/indexer.ts";
import { openSearchIndex } from "../../server/store/search/searchIndex.ts";

/** Opens the search index of a store, for tests and benchmarks without a poll worker. */
export function openIndexOf(store: Database, path = ":memory:", language: Language = "en") {
  const index = openSearchIndex(path, language);
  const indexer = createIndexer({ store, index, log: createLog("silent", { write: () => {} }) });
  return { index, update: () => updateIndex(indexer), close: index.close };
}

/** Applies all changes, and finishes building the index. */
export async function updateIndex(indexer: Indexer): Promise<void> {
  do await indexer.apply();
  while (await indexer.step());
}
