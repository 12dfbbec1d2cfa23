import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLimit } from "../../jobs/limit.ts";
import { createPageCache, type PageCache } from "./pageCache.ts";
import { createRevisions, type Revisions } from "./revisions.ts";

let revisions: Revisions;
let cache: PageCache;
let renders: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  revisions = createRevisions();
  cache = createCache(1e6);
  renders = 0;
});

afterEach(() => {
  cache.close();
  vi.useRealTimers();
});

function createCache(maxBytes: number, maxRenders = 100): PageCache {
  return createPageCache({ maxBytes, revisions, limit: createLimit(maxRenders), log: pino({ level: "silent" }) });
}

/** Creates a page of the edition Chicago. The page's body contains the number of renders. */
function page(key = "/", render = async () => `render ${++renders}`) {
  return {
    key,
    edition: "chicago",
    render: async () => ({ status: 200, headers: {}, body: Buffer.from(await render()) }),
    storeAs: () => key,
  };
}

const get = async (key?: string) => (await cache.get(page(key))).rendered.body.toString();
const lookup = (key = "/") => cache.lookup(key)?.rendered.body.toString();

/** Advances the clock, and lets scheduled re-renders run. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  // Advances the event loop. Before each re-render, the cache waits for setImmediate, which is not faked.
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe("createPageCache", () => {
  it("serves a page from the cache until its edition changes", async () => {
    expect(await get()).toBe("render 1");
    revisions.raise("madison");
    await pass(3_600_000);
    expect([await get(), lookup()]).toEqual(["render 1", "render 1"]);
  });

  it("serves an out-of-date page once more, and re-renders it in the background, once for all requests", async () => {
    await get();
    await pass(2000);
    revisions.raise("chicago");
    expect([lookup(), lookup(), await get()]).toEqual(["render 1", "render 1", "render 1"]);
    await pass(1);
    expect([lookup(), renders]).toEqual(["render 2", 2]);
  });

  it("re-renders a page once a second on average, while changes follow each other", async () => {
    await get();
    for (let change = 0; change < 100; change++) {
      revisions.raise("chicago");
      lookup();
      await pass(100);
    }
    expect(renders).toBeGreaterThan(10);
    expect(renders).toBeLessThanOrEqual(13);
  });

  it("shows three changes at once after a pause, and the next one a second later", async () => {
    const showChange = async () => {
      revisions.raise("chicago");
      lookup();
      await pass(1);
      return lookup();
    };
    await get();
    await pass(5000);
    expect([await showChange(), await showChange(), await showChange()]).toEqual(["render 2", "render 3", "render 4"]);
    expect(await showChange()).toBe("render 4");
    await pass(1000);
    expect(lookup()).toBe("render 5");
  });

  it("lets a request wait for a fresh page when the cached one is out of date for over 30 s", async () => {
    await get();
    revisions.raise("chicago");
    await pass(30_001);
    expect(lookup()).toBeUndefined();
    expect(await get()).toBe("render 2");
  });

  it("serves an old page to a request that has waited for a second, unless the old page was dropped", async () => {
    const gate = Promise.withResolvers<string>();
    await get();
    revisions.raise("chicago");
    await pass(30_001);
    const slow = page("/", () => gate.promise);
    const [first, second] = [cache.get(slow), cache.get(slow)];
    await pass(999);
    const third = cache.get(slow);
    await pass(1);
    for (const result of [first, second]) expect((await result).rendered.body.toString()).toBe("render 1");
    revisions.raise("chicago");
    cache.drop("chicago");
    await pass(1000);
    gate.resolve("after the takedown");
    expect((await third).rendered.body.toString()).toBe("after the takedown");
  });

  it("serves an old page rather than an error", async () => {
    await get();
    revisions.raise("chicago");
    await pass(30_001);
    const failing = page("/", () => Promise.reject(new Error("store is gone")));
    expect((await cache.get(failing)).rendered.body.toString()).toBe("render 1");
    await expect(cache.get({ ...failing, key: "/other" })).rejects.toThrow("store is gone");
  });

  it("keeps an old page while the new one is an error, and stores no error", async () => {
    let status = 200;
    const failing = { ...page(), storeAs: () => (status === 200 ? "/" : null) };
    const request = { ...failing, render: async () => ({ ...(await failing.render()), status }) };
    await cache.get(request);
    status = 503;
    revisions.raise("chicago");
    await pass(2000);
    expect([lookup(), renders]).toEqual(["render 1", 1]);
    await pass(2000);
    expect([lookup(), renders]).toEqual(["render 1", 2]);
    await pass(30_001);
    expect((await cache.get(request)).rendered).toMatchObject({ status: 200, body: Buffer.from("render 1") });
    expect((await cache.get({ ...request, key: "/other" })).rendered.status).toBe(503);
    status = 200;
    expect((await cache.get(request)).rendered.body.toString()).toMatch(/render [5-9]/);
  });

  it("on refresh re-renders what was requested within the last minute, and drops the rest", async () => {
    await get("/cold");
    await pass(60_001);
    await get("/");
    await pass(1000);
    revisions.raise("chicago");
    const refreshed = cache.refresh("chicago");
    await pass(1);
    await refreshed;
    expect([lookup("/"), lookup("/cold")]).toEqual(["render 3", undefined]);
  });

  it("re-renders first what was requested last, and lets no page wait for all others", async () => {
    const order: string[] = [];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    for (const key of ["/0", "/1", "/2", "/3", "/4", "/5", "/6", "/7"]) {
      let renders = 0;
      await cache.get(
        page(key, async () => {
          if (renders++ > 0) order.push(key);
          if (key === "/0" && renders > 1) await gate;
          return `render ${renders}`;
        }),
      );
      await pass(1);
    }
    revisions.raise("chicago");
    const refreshed = cache.refresh("chicago");
    // Waits longer than any delay between two renders of a page.
    await pass(2000);
    open();
    await refreshed;
    expect(order).toEqual(["/0", "/7", "/6", "/1", "/5", "/4", "/3", "/2"]);
  });

  it("stores no result of a render that began before its edition was dropped", async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let calls = 0;
    const result = cache.get(
      page("/", async () => {
        begun.resolve();
        if (++calls > 1) return "after the takedown";
        await gate.promise;
        return "before the takedown";
      }),
    );
    await begun.promise;
    revisions.raise("chicago");
    cache.drop("chicago");
    gate.resolve();
    expect((await result).rendered.body.toString()).toBe("after the takedown");
    expect(lookup()).toBe("after the takedown");
  });

  it("drops the least recently requested pages when it is full", async () => {
    const small = createCache(2.5 * 17_000);
    for (const key of ["/a", "/b"]) await small.get(page(key));
    small.lookup("/a");
    await small.get(page("/c"));
    expect(["/a", "/b", "/c"].map((key) => small.lookup(key) !== undefined)).toEqual([true, false, true]);
    small.close();
  });
});
