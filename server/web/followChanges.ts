import type { Logger } from "pino";
import type { Editions } from "../editions/registry.ts";
import { PATIENCE_MS } from "../news/sectionNews.ts";
import { followIssues } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema.ts";
import { followTakedowns, hasTakedownSince } from "../store/takedowns.ts";
import type { WebSub } from "../syndication/websub/websub.ts";
import type { CachePurge } from "./cache/cachePurge.ts";
import type { PageCache } from "./cache/pageCache.ts";
import type { Revisions } from "./cache/revisions.ts";
import { getEditionKey, IMAGES_KEY } from "./responseHeaders.ts";

interface Parts {
  cache: PageCache;
  /** Caches in front. They are purged after pages have been rendered, since they fetch the pages at the next request. */
  purge: Pick<CachePurge, "soft" | "hard">;
  revisions: Revisions;
  editions: Editions;
  database: Database;
  /** Notified about feeds that a takedown changed. */
  websub: Pick<WebSub, "changed">;
  /** Called after each takedown or restoration. */
  onTakedown: () => void;
  log: Logger;
}

/** Time within which stored images cause only one re-render of pages, since images arrive by the dozen. */
const IMAGE_BATCH_MS = 1500;
const MAX_WAIT_MS = 5000;

/** Creates handlers of changes, which raise the revisions of the editions whose pages are affected. */
export async function followChanges(parts: Parts) {
  const { cache, purge, revisions, editions, database, websub, onTakedown, log } = parts;
  const takedowns = await followTakedowns(database);
  const issues = await followIssues(database);
  let days = getLocalDates(editions);
  let mustPurgeAgain = false;
  const feedsWithImages = new Set<string>();
  let imageBatch: NodeJS.Timeout | undefined;

  function raise(id: string): void {
    revisions.raise(id);
    log.debug({ edition: id, revision: revisions.current(id) }, "pages out of date");
  }

  async function refresh(ids: readonly string[]): Promise<void> {
    for (const id of ids) raise(id);
    await Promise.all(ids.map(cache.refresh));
    await purge.soft(ids.map(getEditionKey));
  }

  /** Like `refresh`, but for changes after which no older page may be served. */
  function drop(ids: readonly string[]): void {
    for (const id of ids) {
      raise(id);
      cache.drop(id);
    }
    void purge.hard(ids.map(getEditionKey));
  }

  function allIds(): string[] {
    return editions.all().map(({ id }) => id);
  }

  function findFollowers(feeds: ReadonlySet<string>): string[] {
    return editions
      .all()
      .filter(({ sections }) => sections.some((section) => section.feeds.some(({ url }) => feeds.has(url))))
      .map(({ id }) => id);
  }

  editions.onChange(() => {
    days = getLocalDates(editions);
    drop(allIds());
  });
  // After this time, sections whose feeds have not responded show the edition's samples.
  const patience = setTimeout(() => void refresh(allIds()), PATIENCE_MS + 50).unref();

  return {
    /** Handles changed stories or states of feeds. Resolves when pages in demand show them, or after `MAX_WAIT_MS`. */
    feedsPolled(feeds: readonly string[]): Promise<void> {
      const followers = findFollowers(new Set(feeds));
      // If no edition follows the feed any longer, its stories were deleted, and any edition may have shown them.
      return withTimeout(refresh(followers.length > 0 ? followers : allIds()));
    },
    imageStored(feedUrl: string): void {
      feedsWithImages.add(feedUrl);
      imageBatch ??= setTimeout(() => {
        imageBatch = undefined;
        const changed = findFollowers(feedsWithImages);
        feedsWithImages.clear();
        void refresh(changed);
      }, IMAGE_BATCH_MS);
    },
    calendarPolled(url: string): Promise<void> {
      const changed = editions.all().filter(({ calendars }) => calendars.some((calendar) => calendar.url === url));
      return withTimeout(refresh(changed.map(({ id }) => id)));
    },
    /** Handles takedowns and briefings that other processes stored, and the start of a day. */
    async checkStore(): Promise<void> {
      const changed = await takedowns.changed();
      // A response that was being sent may have been cached in front just after the purge, and the command of a takedown
      // deletes image files after its transaction.
      if (mustPurgeAgain) void purge.hard([...allIds().map(getEditionKey), IMAGES_KEY]);
      mustPurgeAgain = changed.length > 0;
      if (changed.length > 0) {
        drop(allIds());
        onTakedown();
        void purge.hard([IMAGES_KEY]);
      }
      for (const { kind, subject, feeds } of changed) {
        log.info({ [kind]: subject }, "takedown applied");
        await websub.changed(feeds);
      }
      const today = getLocalDates(editions);
      const withNewDay = allIds().filter((id) => days.get(id) !== today.get(id));
      days = today;
      await withTimeout(refresh([...new Set([...(await issues.editions()), ...withNewDay])]));
    },
    /**
     * Purges what may have changed while the server was down. Softly, also after a takedown: until a cache in front has
     * noticed that the server is back, it could fetch nothing.
     *
     * @param lastSeenAt when the server last ran, in ms since 1970
     */
    async started(lastSeenAt: number | null): Promise<void> {
      const since = lastSeenAt === null ? null : new Date(lastSeenAt).toISOString();
      const hasTakedown = since !== null && (await hasTakedownSince(database, since));
      await purge.soft([...allIds().map(getEditionKey), ...(hasTakedown ? [IMAGES_KEY] : [])]);
    },
    close(): void {
      clearTimeout(patience);
      clearTimeout(imageBatch);
    },
  };
}

/** Returns the current date in each edition's time zone; the date bar, ads and events depend on it. */
function getLocalDates(editions: Editions): Map<string, string> {
  return new Map(editions.all().map(({ id, timeZone }) => [id, Temporal.Now.plainDateISO(timeZone).toString()]));
}

async function withTimeout(work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_WAIT_MS);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
