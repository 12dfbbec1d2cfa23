import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadEditions } from "../editions/load.ts";
import { createLimit } from "../jobs/limit.ts";
import { recordChanges } from "../store/changes.ts";
import { openDatabase } from "../store/open.ts";
import type { Database } from "../store/schema.ts";
import { createPageCache } from "./cache/pageCache.ts";
import { createRevisions } from "./cache/revisions.ts";
import { followChanges } from "./invalidation.ts";

const log = pino({ level: "silent" });

let database: Database;

beforeAll(async () => {
  database = await openDatabase("sqlite::memory:");
});

afterAll(() => database.destroy());

it("purges caches in front once changed pages are rendered, and notifies hubs after that", async () => {
  const [edition] = await loadEditions("editions");
  if (!edition) throw new Error("There is no edition.");
  const order: string[] = [];
  const revisions = createRevisions();
  const cache = createPageCache({ maxBytes: 1e6, revisions, limit: createLimit(1), log });
  const freshness = await followChanges({
    ...{ cache, revisions, database, log },
    editions: { all: () => [edition], onChange() {} },
    purge: { soft: async (keys) => void order.push(`purge ${keys}`), hard: async () => {} },
    websub: { changed: async (feeds) => void order.push(`notify about ${feeds}`) },
    ...{ onTakedown() {}, onChanged() {}, onOwnStory() {}, onEditions() {} },
  });
  const render = async () => {
    order.push("render");
    return { status: 200, headers: {}, body: Buffer.from(`${order.length}`) };
  };
  await cache.get({ key: "/", edition: edition.id, render, storeAs: () => "/" });
  const sourceUrl = edition.sections.find(({ feeds }) => feeds.length > 0)?.feeds[0]?.url ?? "";
  await recordChanges(database, [{ kind: "article", sourceUrl }]);
  await freshness.publish();
  expect(order).toEqual(["render", "render", `purge edition:${edition.id}`, `notify about ${sourceUrl}`]);
  freshness.close();
  cache.close();
});
