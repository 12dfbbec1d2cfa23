import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recordArticleChanges } from "../../server/store/changes.ts";
import { ID_MASK } from "../../server/store/search/searchKey.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { isLong } from "../support/longTests.ts";
import { fillWithArticles } from "../support/manyArticles.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres, openDatabase, queryStore, storeUrlIn, toStoreUrl, withStore } from "../support/stores.ts";

const FEEDS = Array.from({ length: 8 }, (_, index) => `/kill/${index}.xml`);
const KILLS = isLong ? 20 : 3;
/**
 * Each round kills the site after a number of feed requests. The first round waits for one request, and each later
 * round for this many more requests than the round before. If the sum exceeds the number of feeds, the round waits for
 * one request again. The kills thus hit different points of polling.
 */
const REQUESTS_PER_KILL = isLong ? 1 : 3;
const INDEXING_KILLS = isLong ? 60 : 3;
/** Time limit of a test, in ms. Starting the processes takes long on a busy machine. */
const TIMEOUT_MS = 600_000;
/** Number of stories in a feed in the first round. */
const FIRST_STORIES = 10;
/** Maximum number of a feed's articles that a poll stores: the newest ones. */
const STORED = 15;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
});

afterAll(async () => {
  await host.close();
  await folder.remove();
});

/** Serves feeds that gain one story per round, and lose none. */
function serveRound(round: number): void {
  for (const [index, path] of FEEDS.entries()) {
    const items = Array.from({ length: FIRST_STORIES + round }, (_, item) => {
      const date = new Date(Date.UTC(2025, 3, 1, item)).toUTCString();
      return `<item><guid>${index}-${item}</guid><title>Story ${item} of feed ${index}</title><link>${host.url(`/story/${index}/${item}`)}</link><pubDate>${date}</pubDate></item>`;
    });
    const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed ${index}</title>${items.join("")}</channel></rss>`;
    host.serve(path, { body, contentType: "application/rss+xml" });
  }
}

function stored(): Promise<{ title: string; slug: string }[]> {
  return withStore(storeUrlIn(folder.path), async (store) => {
    if (!isPostgres) {
      const { rows } = await sql`select * from pragma_integrity_check`.execute(store);
      expect(rows).toEqual([{ integrity_check: "ok" }]);
      expect((await sql`select * from pragma_foreign_key_check`.execute(store)).rows).toEqual([]);
    }
    return store.selectFrom("articles").select(["title", "slug"]).orderBy("title").execute();
  });
}

it(
  `loses and duplicates no article in ${KILLS} kills during polling`,
  async () => {
    const editions = await writeTestEdition(join(folder.path, "editions"), {
      feeds: () => FEEDS.map((path) => host.url(path)),
      relays: [],
    });
    const env = { ALLOW_PRIVATE_HOSTS: host.allowed };
    let before: { title: string; slug: string }[] = [];
    for (let round = 0; round < KILLS; round++) {
      serveRound(round);
      await makeAllDue();
      const site = await startSite({ editions, data: folder.path, env, hasOwnProcess: true });
      await host.waitForAnyRequests(1 + ((round * REQUESTS_PER_KILL) % FEEDS.length));
      await site.kill();
      const after = await stored();
      for (const article of before) expect(after).toContainEqual(article);
      expect(new Set(after.map(({ title }) => title)).size).toBe(after.length);
      before = after;
    }

    await makeAllDue();
    const site = await startSite({ editions, data: folder.path, env });
    await site.logs((log) => (log.match(/"feed polled"/g)?.length ?? 0) >= FEEDS.length);
    await site.stop();
    const all = await stored();
    expect(readIndexed(join(folder.path, "search-en.db"))).toEqual(await readShown(storeUrlIn(folder.path)));
    const count = FIRST_STORIES + KILLS - 1;
    for (const index of FEEDS.keys())
      for (let item = Math.max(0, count - STORED); item < count; item++)
        expect(all.filter(({ title }) => title === `Story ${item} of feed ${index}`)).toHaveLength(1);
  },
  TIMEOUT_MS,
);

/**
 * Checks the integrity of a search index, and returns the ids of all articles in the index. If the index has an article
 * twice, the article's id is listed twice.
 */
function readIndexed(path: string): unknown[] {
  using index = new DatabaseSync(path);
  expect(index.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  const windows = index.prepare("select number from search_windows").all();
  return windows
    .flatMap(({ number }) => {
      index.exec(`insert into search_${number} (search_${number}) values ('integrity-check')`);
      return index.prepare(`select rowid & ${ID_MASK} as id from search_${number} ('"§all"')`).all();
    })
    .map(({ id }) => Number(id))
    .sort((a, b) => a - b);
}

/** Returns the ids of a store's articles that are not taken down. */
async function readShown(url: string): Promise<unknown[]> {
  const rows = await queryStore(
    url,
    sql<{ id: number }>`select id from articles where taken_down_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}

// The index is a file of SQLite on both engines, and only this file is written when the process is killed.
it.skipIf(isPostgres)(
  `indexes every article once, and none that was taken down, in ${INDEXING_KILLS} kills during indexing`,
  async () => {
    const url = await toStoreUrl(`sqlite:${join(folder.path, "indexed.db")}`);
    const index = join(folder.path, "indexed.search.db");
    const store = await openDatabase(url);
    await fillWithArticles(store, "an edition", 3000, 1);
    const indexing = () =>
      spawn(process.execPath, ["tests/support/indexingProcess.ts", url, index], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
    for (let kill = 0; kill < INDEXING_KILLS; kill++) {
      const child = indexing();
      const exited = once(child, "exit");
      // Kills the process at a different step each time. The process continues until the signal arrives.
      for (let step = 0; step <= (kill * 7) % 5; step++) await Promise.race([once(child, "message"), exited]);
      const changed = [kill * 31 + 1, kill * 31 + 2, 3000 - kill];
      const taken_down_at = new Date().toISOString();
      await store.transaction().execute(async (transaction) => {
        await transaction.updateTable("articles").set({ taken_down_at }).where("id", "in", changed).execute();
        await recordArticleChanges(transaction, kill % 2 === 0 ? "takedown" : "article", changed, []);
      });
      child.kill("SIGKILL");
      await exited;
    }
    await once(indexing(), "exit");
    await store.destroy();
    expect(readIndexed(index)).toEqual(await readShown(url));
  },
  TIMEOUT_MS,
);

async function makeAllDue(): Promise<void> {
  const database = await openDatabase(storeUrlIn(folder.path));
  await database.updateTable("feeds").set({ next_poll_at: "2000-01-01T00:00:00.000Z" }).execute();
  await database.destroy();
}
