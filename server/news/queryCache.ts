import { sharePromise } from "../../core/sharedPromises.ts";
import type { Edition } from "../editions/loading/load.ts";
import { readDataVersion } from "../store/engines/engine.ts";
import type { Database } from "../store/schema/schema.ts";
import type { News } from "./news.ts";

/**
 * Caches two lists that many pages read: the front page (8 ms to read) and the latest stories (3 ms, on every not-found
 * page). Each lookup clears the cache if the database has changed, so entries are never out of date.
 */
export function createQueryCache(database: Database): (edition: Edition, news: News) => News {
  let version = "";
  let lists = new WeakMap<Edition, Map<string, Promise<unknown>>>();

  async function cached<Result>(edition: Edition, key: string, read: () => Promise<Result>): Promise<Result> {
    const current = await readDataVersion(database);
    if (current !== version) lists = new WeakMap();
    version = current;
    const entries = lists.getOrInsertComputed(edition, () => new Map());
    return sharePromise(entries as Map<string, Promise<Result>>, key, read);
  }

  return (edition, news) => ({
    ...news,
    async frontPage() {
      const page = await cached(edition, "front page", news.frontPage);
      // While a part of the front page is loading, the page changes with time, even if the database stays the same.
      const isLoading = page.hero.state === "loading" || page.blocks.some(({ state }) => state === "loading");
      return isLoading ? news.frontPage() : page;
    },
    latest: (count, isRaw) => cached(edition, `latest ${count} ${isRaw}`, () => news.latest(count, isRaw)),
  });
}
