import pino from "pino";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { getFollowedFeeds } from "../../core/ownFeeds.ts";
import { type Edition, loadEditions } from "../editions/loading/load.ts";
import { createLimit } from "../jobs/limit.ts";
import { LOADING_TIMEOUT_MS } from "../news/sectionNews.ts";
import { recordChanges } from "../store/changes.ts";
import { addFeeds } from "../store/feeds/feeds.ts";
import { openDatabase } from "../store/open.ts";
import type { Database } from "../store/schema/schema.ts";
import { createPageCache } from "./cache/pageCache.ts";
import { createRevisions } from "./cache/revisions.ts";
import { followChanges } from "./invalidation.ts";

const log = pino({ level: "silent" });

let database: Database;
let edition: Edition;
/** URLs of the feeds that the edition follows. */
let feeds: string[];

beforeAll(async () => {
  database = await openDatabase("sqlite::memory:");
  const [first] = await loadEditions("editions");
  if (!first) throw new Error("There is no edition.");
  edition = first;
  feeds = edition.sections.flatMap(getFollowedFeeds).map(({ url }) => url);
});

afterAll(() => database.destroy());

/** Follows the changes of an edition, and records purges, notifications to hubs and re-rendered pages. */
async function follow(edition: Edition) {
  const order: string[] = [];
  const revisions = createRevisions();
  const cache = createPageCache({ maxBytes: 1e6, revisions, limit: createLimit(1), log });
  const freshness = await followChanges({
    cache,
    revisions,
    database,
    log,
    editions: { all: () => [edition], onChange() {} },
    purge: { soft: async (keys) => void order.push(`purge ${keys}`), hard: async () => {} },
    websub: { changed: async (feeds) => void order.push(`notify about ${feeds}`) },
    onTakedown() {},
    onChanged() {},
    onStaffStory() {},
    onEditions() {},
  });
  const render = async () => {
    order.push("render");
    return { status: 200, headers: {}, body: Buffer.from(`${order.length}`) };
  };
  await cache.get({ key: "/", edition: edition.id, render, storeAs: () => "/" });
  onTestFinished(() => {
    freshness.close();
    cache.close();
  });
  return { order, freshness };
}

it("purges caches in front once changed pages are rendered, and notifies hubs after that", async () => {
  const { order, freshness } = await follow(edition);
  const [sourceUrl = ""] = feeds;
  await recordChanges(database, [{ kind: "article", sourceUrl }]);
  await freshness.publish();
  expect(order).toEqual(["render", "render", `purge edition:${edition.id}`, `notify about ${sourceUrl}`]);
});

it("purges caches in front at the start, unless other servers have run", async () => {
  const { order, freshness } = await follow(edition);
  await freshness.started(Date.now(), true);
  expect(order).toEqual(["render"]);
  await freshness.started(Date.now(), false);
  expect(order).toEqual(["render", `purge edition:${edition.id}`]);
});

it("renders pages again at the end of the wait for first polls, unless all feeds had been polled", async () => {
  /** Returns the number of purges: one for a change, and one more if the loading timeout rendered pages again. */
  async function followUntilFirstPolls(): Promise<number> {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const followed = await follow(edition);
    await vi.advanceTimersByTimeAsync(2 * LOADING_TIMEOUT_MS);
    vi.useRealTimers();
    // Publishes a change. When `publish` resolves, pages that the loading timeout renders again have been purged, too.
    await recordChanges(database, [{ kind: "calendar", edition: edition.id }]);
    await followed.freshness.publish();
    return followed.order.filter((entry) => entry.startsWith("purge edition:")).length;
  }
  expect(await followUntilFirstPolls()).toBe(2);
  const at = new Date().toISOString();
  await addFeeds(database, feeds, at);
  await database.updateTable("feeds").set({ last_attempt_at: at }).execute();
  expect(await followUntilFirstPolls()).toBe(1);
});
