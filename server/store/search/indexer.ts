import type { Logger } from "pino";
import { findChangeTime, findLastChange, listChanges } from "../changes.ts";
import type { Database } from "../schema/schema.ts";
import { createWindows, indexArticles, listArticlesBefore, MAX_WINDOW_ARTICLES } from "./indexing.ts";
import { readIndexState, type SearchIndex, updateIndexState } from "./searchIndex.ts";
import type { SearchDatabase } from "./searchTables.ts";
import { mergeStep, scheduleMerge } from "./windows.ts";
import { eraseWords } from "./words.ts";

/** Maximum number of changes or articles per transaction. A transaction takes up to 200 ms. */
const BATCH_SIZE = 200;
/**
 * Delay, in ms, before changes that concern no article are recorded as applied, to save writes. It must be less than a
 * day: the store deletes changes after a day, and an index is built again if its last applied change was deleted.
 */
const MAX_LAG_MS = 60 * 60_000;

interface Parts {
  store: Database;
  index: SearchIndex;
  log: Logger;
  maxWindowArticles?: number;
}

export type Indexer = ReturnType<typeof createIndexer>;

/**
 * Creates the indexer that keeps a search index up to date with the store. Every step is one transaction in the index,
 * which also stores the progress. So if the process is killed, no work is lost or repeated.
 */
export function createIndexer({ store, index, log, maxWindowArticles = MAX_WINDOW_ARTICLES }: Parts) {
  const { language } = index;
  const options = { language, maxWindowArticles };
  let lastRun: Promise<unknown> = Promise.resolve();

  /** Starts a run after the previous one has ended, since runs must not overlap. */
  function queue<Result>(run: (database: SearchDatabase) => Promise<Result>): Promise<Result> {
    const result = lastRun.then(() => index.use(run));
    lastRun = result.catch(() => {});
    return result;
  }

  async function applyChanges(database: SearchDatabase): Promise<void> {
    for (;;) {
      const state = await readIndexState(database);
      if (state.change_id === 0) {
        await startBuilding(database);
        continue;
      }
      // Builds the index again if the last applied change is missing from the store, or has a different time there. The
      // store was then restored from a backup, or it may have deleted changes that were not applied yet.
      if ((await findChangeTime(store, state.change_id)) !== state.changed_at) {
        await index.discard();
        return index.use(applyChanges);
      }
      const changes = await listChanges(store, state.change_id, BATCH_SIZE);
      const last = changes.at(-1);
      if (!last) return;
      const isLast = changes.length < BATCH_SIZE;
      const ids = new Set(changes.flatMap(({ articleId }) => articleId ?? []));
      const lagMs = Date.parse(last.changedAt) - Date.parse(state.changed_at);
      if (ids.size === 0 && isLast && lagMs < MAX_LAG_MS) return;
      const erased = changes.flatMap(({ kind, articleId }) => (kind === "takedown" && articleId ? [articleId] : []));
      await database.transaction().execute(async (transaction) => {
        for (const window of await indexArticles(transaction, store, erased, options))
          await scheduleMerge(transaction, window);
        if (erased.length > 0) await eraseWords(transaction, erased);
        const others = [...ids.difference(new Set(erased))];
        await indexArticles(transaction, store, others, options);
        await updateIndexState(transaction, { change_id: last.id, changed_at: last.changedAt });
      });
      if (isLast) return;
    }
  }

  async function startBuilding(database: SearchDatabase): Promise<void> {
    log.info({ language }, "building the search index");
    // Finds the newest change before reading articles. So no change is missed, but an article may be indexed twice.
    const change_id = await findLastChange(store);
    const changed_at = await findChangeTime(store, change_id);
    await database.transaction().execute(async (transaction) => {
      await createWindows(transaction, store, maxWindowArticles);
      await updateIndexState(transaction, { change_id, changed_at });
    });
  }

  async function addBatch(database: SearchDatabase): Promise<boolean> {
    const { built_to, built_to_id } = await readIndexState(database);
    if (built_to === null || built_to_id === null) return mergeStep(database);
    const batch = await listArticlesBefore(store, built_to, built_to_id, BATCH_SIZE);
    const oldest = batch.at(-1);
    await database.transaction().execute(async (transaction) => {
      const ids = batch.map(({ id }) => id);
      await indexArticles(transaction, store, ids, options);
      await updateIndexState(transaction, { built_to: oldest?.sortedAt ?? null, built_to_id: oldest?.id ?? null });
    });
    if (!oldest) log.info({ language }, "search index built");
    return true;
  }

  return {
    /** Applies the changes since the last call. Starts building an index that is new or belongs to another store. */
    apply: () => queue(applyChanges),
    /**
     * Adds a batch of articles that are not indexed yet, newest first. If all are indexed, takes a step of a merge that
     * erases the words of deleted articles. Returns false if nothing is left to do now. Takes up to 200 ms.
     */
    step: () => queue(addBatch),
  };
}
