import { setImmediate as yieldToRequests } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { startJob } from "../../jobs/job.ts";
import type { Limit } from "../../jobs/limit.ts";
import { type CachedResponse, isSame, type RenderedResponse, toCachedResponse } from "./cachedResponse.ts";
import { type CompressedPage, chooseRecompression } from "./recompression.ts";
import type { Revisions } from "./revisions.ts";

export type PageCache = ReturnType<typeof createPageCache>;

interface CacheablePage {
  key: string;
  /** Id of the page's edition. The page is out of date when the edition's revision rises. */
  edition: string;
  /** Renders the page. Called again in the background when the page is out of date. */
  render: () => Promise<RenderedResponse>;
  /** Returns the cache key for a result; several URLs may share a key. Null if the result must not be cached. */
  storeAs(rendered: RenderedResponse): string | null;
}

export interface PageResult {
  rendered: RenderedResponse;
  /** Null if the result must not be cached. */
  cached: CachedResponse | null;
}

interface CacheEntry extends CacheablePage, CompressedPage {
  response: CachedResponse;
  revision: number;
  /** Time of the most recent request. All times of an entry are in milliseconds since the process started. */
  requestedAt: number;
  renderedAt: number;
  /**
   * Limits the rate of renders: from this time on, `MAX_RENDERS_AT_ONCE` renders may start without a wait. Each render
   * moves this time `RENDER_INTERVAL_MS` later.
   */
  paidAt: number;
  /**
   * Resolves when the scheduled re-render has ended; null if none is scheduled. Becomes null at the start of the
   * re-render, so that a change during the re-render can schedule another one.
   */
  revalidation: Promise<void> | null;
}

/** An outdated page is served for at most this time, in ms. Later requests wait for a fresh page. */
const MAX_STALE_MS = 30_000;
/** Longest wait, in ms, for a fresh page if an old page is cached. Renders of other pages may delay the fresh page. */
const MAX_FRESH_WAIT_MS = 1000;
/** Shortest average time, in ms, between two renders of a page. */
const RENDER_INTERVAL_MS = 1000;
/**
 * Maximum number of renders of a page without a wait between them. More than one, since changes come in groups, such as
 * a story and its image.
 */
const MAX_RENDERS_AT_ONCE = 3;
/** `refresh` re-renders an outdated page that was requested within this time, in ms, and drops other outdated pages. */
const IN_DEMAND_MS = 60_000;
/**
 * After a change, the most recently requested pages are rendered first, since readers will probably request them next.
 * But every fourth render is of the page that has waited longest. Otherwise, continuous changes could delay such a page
 * forever.
 */
const OLDEST_DUE_EVERY = 4;

interface Parts {
  /** Maximum size of all entries, in bytes. The least recently requested pages are dropped first. */
  maxBytes: number;
  revisions: Revisions;
  limit: Limit;
  log: Logger;
}

/** Creates a cache of rendered pages and files, which are the same for every reader. */
export function createPageCache({ maxBytes, revisions, limit, log }: Parts) {
  const entries = new LRUCache<string, CacheEntry>({
    // lru-cache takes 0 as "no limit". With a limit of 1 byte, no entry fits.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ response }) => response.size,
  });
  const renders = new Map<string, Promise<PageResult>>();
  /** Minimum revision of pages to store, by edition. `drop` sets the minimum to the edition's current revision. */
  const oldestAllowed = new Map<string, number>();
  /** Outdated pages to render now, longest waiting first, each with the callback to call after the render. */
  const due = new Map<CacheEntry, () => void>();
  let isRenderingDue = false;
  let isClosed = false;
  let hits = 0;
  let misses = 0;
  const interval = { intervalMs: 1000, startsLater: true };
  const compression = startJob({ name: "page compression", ...interval, run: compressSettled, log });

  function isCurrent({ edition, revision }: CacheEntry): boolean {
    return revision === revisions.current(edition);
  }

  function find(key: string): CacheEntry | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const staleMs = revisions.staleMs(entry.edition, entry.revision);
    if (staleMs !== null && staleMs > MAX_STALE_MS) return undefined;
    entry.requestedAt = performance.now();
    entry.hits++;
    if (staleMs !== null) void scheduleRevalidation(entry);
    return entry;
  }

  async function renderAndStore(page: CacheablePage): Promise<PageResult> {
    for (;;) {
      const revision = revisions.current(page.edition);
      const renderedAt = performance.now();
      const rendered = await page.render();
      const key = page.storeAs(rendered);
      const old = isError(rendered) ? entries.peek(page.key) : undefined;
      if (old) return toResult(old);
      if (key === null) return { rendered, cached: null };
      const response = await toCachedResponse(rendered, "quick");
      if (revision < (oldestAllowed.get(page.edition) ?? 0)) continue;
      const entry: CacheEntry = {
        ...page,
        key,
        response,
        revision,
        renderedAt,
        requestedAt: renderedAt,
        changedAt: renderedAt,
        paidAt: renderedAt + RENDER_INTERVAL_MS,
        hits: 0,
        effort: "quick",
        revalidation: null,
      };
      entries.set(key, entry);
      if (!isCurrent(entry)) void scheduleRevalidation(entry);
      return { rendered: response.rendered, cached: response };
    }
  }

  /** Starts a render that all requests for the page share. A failed render returns the old page, if there is one. */
  function startRender(page: CacheablePage): Promise<PageResult> {
    const result = limit
      .run(() => renderAndStore(page))
      .catch((error) => {
        const old = entries.peek(page.key);
        if (!old) throw error;
        log.error({ page: page.key, err: error }, "page not rendered; serving an old one");
        return toResult(old);
      })
      .finally(() => renders.delete(page.key));
    renders.set(page.key, result);
    return result;
  }

  /** Returns the result of a running render. After `MAX_FRESH_WAIT_MS`, returns the old page if it is still cached. */
  async function waitOrServeOld(key: string, running: Promise<PageResult>): Promise<PageResult> {
    const waited = Promise.withResolvers<null>();
    const timer = setTimeout(() => waited.resolve(null), MAX_FRESH_WAIT_MS);
    try {
      const result = await Promise.race([running, waited.promise]);
      const old = result === null ? entries.peek(key) : undefined;
      return result ?? (old ? toResult(old) : await running);
    } finally {
      clearTimeout(timer);
    }
  }

  function scheduleRevalidation(entry: CacheEntry): Promise<void> {
    entry.revalidation ??= new Promise((resolve) => {
      const earliest = entry.paidAt - (MAX_RENDERS_AT_ONCE - 1) * RENDER_INTERVAL_MS;
      const delayMs = Math.max(0, earliest - performance.now());
      setTimeout(() => {
        due.set(entry, resolve);
        if (!isRenderingDue) void renderDue();
      }, delayMs).unref();
    });
    return entry.revalidation;
  }

  /** Renders one page at a time. Yields to the event loop before each page, so that requests are handled in between. */
  async function renderDue(): Promise<void> {
    isRenderingDue = true;
    for (let count = 1; due.size > 0; count++) {
      await yieldToRequests();
      const entry = [...due.keys()].reduce((chosen, other) =>
        count % OLDEST_DUE_EVERY !== 0 && other.requestedAt > chosen.requestedAt ? other : chosen,
      );
      const done = due.get(entry);
      due.delete(entry);
      await revalidate(entry);
      done?.();
    }
    isRenderingDue = false;
  }

  async function revalidate(entry: CacheEntry): Promise<void> {
    entry.revalidation = null;
    if (isClosed || entries.peek(entry.key) !== entry || isCurrent(entry)) return;
    const revision = revisions.current(entry.edition);
    entry.renderedAt = performance.now();
    entry.paidAt = Math.max(entry.paidAt, entry.renderedAt) + RENDER_INTERVAL_MS;
    try {
      const rendered = await entry.render();
      if (entries.peek(entry.key) !== entry || isError(rendered)) return;
      // The takedown or restoration of a story changes the key of the story's page.
      if (entry.storeAs(rendered) !== entry.key) return void entries.delete(entry.key);
      const isChanged = !isSame(rendered, entry.response);
      if (isChanged) {
        replaceResponse(entry, await toCachedResponse(rendered, "quick"));
        entry.changedAt = entry.renderedAt;
        entry.hits = 0;
        entry.effort = "quick";
      }
      entry.revision = revision;
      log.debug({ page: entry.key, revision, isChanged }, "page re-rendered");
    } catch (error) {
      log.error({ page: entry.key, err: error }, "page not re-rendered; serving the old one");
    }
  }

  function replaceResponse(entry: CacheEntry, response: CachedResponse): void {
    if (entries.peek(entry.key) !== entry) return;
    entry.response = response;
    // Calls `set` again, since lru-cache computes an entry's size only in `set`.
    entries.set(entry.key, entry);
  }

  async function compressSettled(): Promise<void> {
    const next = chooseRecompression([...entries.values()], performance.now());
    if (!next) return;
    const { entry, effort } = next;
    entry.effort = effort;
    const { response } = entry;
    const smaller = await toCachedResponse(response.rendered, effort);
    if (entry.response === response) replaceResponse(entry, smaller);
  }

  return {
    /** Returns a page that may be served now; undefined if it is not cached or has been out of date for too long. */
    lookup: (key: string): CachedResponse | undefined => find(key)?.response,
    /**
     * Returns a page from the cache, or renders it once for all concurrent requests with the same key.
     *
     * @throws {TooBusyError} if too many renders are running and no version of the page is cached
     */
    get(page: CacheablePage): Promise<PageResult> {
      const entry = find(page.key);
      if (entry) {
        hits++;
        return Promise.resolve(toResult(entry));
      }
      misses++;
      const running = renders.get(page.key) ?? startRender(page);
      return entries.peek(page.key) ? waitOrServeOld(page.key, running) : running;
    },
    /** Drops all pages of an edition. Later requests get only pages rendered after the edition's last change. */
    drop(edition: string): void {
      oldestAllowed.set(edition, revisions.current(edition));
      for (const [key, entry] of [...entries.entries()]) if (entry.edition === edition) entries.delete(key);
    },
    /** Drops the pages and files at some paths of some editions. @param paths normalized URL paths */
    dropPaths(editions: readonly string[], paths: readonly string[]): void {
      for (const [key, entry] of [...entries.entries()]) {
        const [path = ""] = key.split("?", 1);
        if (editions.includes(entry.edition) && paths.some((one) => path.endsWith(one))) entries.delete(key);
      }
    },
    /**
     * Re-renders the edition's outdated pages that were requested within `IN_DEMAND_MS`, and drops its other outdated
     * pages. When the promise resolves, no cached page of the edition is older than the call, unless rendering failed.
     */
    async refresh(edition: string): Promise<void> {
      const now = performance.now();
      const outdated = [...entries.values()]
        .toReversed()
        .filter((entry) => entry.edition === edition && !isCurrent(entry));
      const inDemand = outdated.filter(({ requestedAt }) => now - requestedAt < IN_DEMAND_MS);
      for (const entry of outdated) if (!inDemand.includes(entry)) entries.delete(entry.key);
      await Promise.all(inDemand.map(scheduleRevalidation));
    },
    /** Returns the number of `get` calls that found a page in the cache, and the number that did not. */
    counts: () => ({ hits, misses }),
    close(): void {
      isClosed = true;
      void compression.stop();
      entries.clear();
    },
  };
}

function toResult({ response }: CacheEntry): PageResult {
  return { rendered: response.rendered, cached: response };
}

/** Returns true for a failed render, for example if the store fails. An old page is better than an error. */
function isError({ status }: RenderedResponse): boolean {
  return status >= 500;
}
