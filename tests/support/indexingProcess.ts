import { createLog } from "../../server/log.ts";
import { openDatabase } from "../../server/store/open.ts";
import { createIndexer } from "../../server/store/search/indexer.ts";
import { openSearchIndex } from "../../server/store/search/searchIndex.ts";

/** Brings a store's search index up to date, and reports each step. Arguments: the store's URL, the index's path. */
const [url = "", path = ""] = process.argv.slice(2);
const store = await openDatabase(url);
const index = openSearchIndex(path, "en");
const indexer = createIndexer({ store, index, log: createLog("silent"), maxWindowArticles: 600 });
do {
  await indexer.apply();
  process.send?.("step");
} while (await indexer.step());
await Promise.all([store.destroy(), index.close()]);
process.disconnect?.();
