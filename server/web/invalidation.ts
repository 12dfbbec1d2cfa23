import type { Logger } from "pino";
import { ALERTS_PATH, SOURCES_PATH } from "../../core/addresses.ts";
import { getFollowedFeeds, isOwnFeed } from "../../core/ownFeeds.ts";
import { getNetwork } from "../editions/derived/network.ts";
import type { Editions } from "../editions/loading/registry.ts";
import { LOADING_TIMEOUT_MS } from "../news/sectionNews.ts";
import { type ChangeGroup, findLastChange, listChangeGroups } from "../store/changes.ts";
import { listAttemptedFeeds } from "../store/feeds/feeds.ts";
import type { ChangeKind } from "../store/schema/changesSchema.ts";
import type { Database } from "../store/schema/schema.ts";
import { hasTakedownSince } from "../store/takedowns/takedowns.ts";
import type { WebSub } from "../syndication/websub/websub.ts";
import type { CachePurge } from "./cache/cachePurge.ts";
import type { PageCache } from "./cache/pageCache.ts";
import type { Revisions } from "./cache/revisions.ts";
import { getEditionKey, IMAGES_KEY } from "./responseHeaders.ts";

type Followed = Pick<Editions, "all" | "onChange">;

interface Parts {
  cache: PageCache;
  /** Purges the caches in front of this server. The caches then fetch pages again. */
  purge: Pick<CachePurge, "soft" | "hard">;
  revisions: Revisions;
  editions: Followed;
  database: Database;
  /** Notified about feeds whose stories changed. */
  websub: Pick<WebSub, "changed">;
  /** Called after takedowns and restorations. */
  onTakedown: () => void;
  /** Called after any change in the store. */
  onChanged: () => void;
  /** Called after a change of staff stories, which may have new images. */
  onStaffStory: () => void;
  /**
   * Called when a new version of the editions is stored. Pages change only after this process has loaded the version.
   */
  onEditions: () => void;
  log: Logger;
}

/**
 * Reason why pages are out of date. `change`: the store or the day has changed. `files`: an edition's files have
 * changed. `loading`: `LOADING_TIMEOUT_MS` has passed, after which pages show no skeletons.
 */
type Cause = "change" | "takedown" | "files" | "radio" | "loading";

/** Kinds of changes that are handled separately, without re-rendering all pages of an edition. */
const NOT_FOR_ALL_PAGES: readonly ChangeKind[] = ["takedown", "editions", "attempt"];
/** Longest time, in ms, for which a poll waits for pages to show its result. */
const MAX_POLL_WAIT_MS = 5000;
/** Time, in ms, between the two purges after a takedown. */
const PURGE_AGAIN_MS = 2000;

/**
 * Follows changes of the store, the date and the editions' files. Raises the revision of editions with outdated pages.
 */
export async function followChanges(parts: Parts) {
  const { cache, purge, revisions, editions, database, websub, log } = parts;
  const { onTakedown, onStaffStory, onEditions, onChanged } = parts;
  let lastId = await findLastChange(database);
  /**
   * Ids of editions whose pages may show skeletons until `LOADING_TIMEOUT_MS` after the start: editions with feeds that
   * were never polled, and editions that have changed since the start.
   */
  const mayLoad = new Set(await listEditionsWithNewFeeds());
  let days = getLocalDates(editions);
  let network = describeNetwork(editions);
  let lastCheck = Promise.resolve();
  /** Running publications, each of which re-renders pages and then notifies hubs. */
  const publications = new Set<Promise<void>>();
  let purgeAgain: NodeJS.Timeout | undefined;

  function raise(id: string, cause: Cause): void {
    revisions.raise(id);
    log.debug({ edition: id, revision: revisions.current(id), cause }, "pages out of date");
  }

  async function refresh(ids: readonly string[], cause: Cause): Promise<void> {
    for (const id of ids) raise(id, cause);
    await Promise.all(ids.map(cache.refresh));
    await purge.soft(ids.map(getEditionKey));
  }

  /** Drops all cached pages of the editions. Call this if no older page may be served after a change. */
  function drop(ids: readonly string[], cause: Cause): void {
    for (const id of ids) {
      raise(id, cause);
      cache.drop(id);
    }
    void purge.hard(ids.map(getEditionKey));
  }

  function allIds(): string[] {
    return editions.all().map(({ id }) => id);
  }

  function listAffected({ edition, sourceUrl }: ChangeGroup): string[] {
    if (edition !== null) return [edition];
    const followers = editions
      .all()
      .filter(
        ({ sections, calendars }) =>
          sections.some(({ feeds }) => feeds.some(({ url }) => url === sourceUrl)) ||
          calendars.some(({ url }) => url === sourceUrl),
      )
      .map(({ id }) => id);
    // If no edition follows the feed, the feed's stories were deleted, and any edition may have shown them.
    return followers.length > 0 ? followers : allIds();
  }

  async function listEditionsWithNewFeeds(): Promise<string[]> {
    const attempted = await listAttemptedFeeds(database);
    const hasNewFeed = ({ sections }: ReturnType<Followed["all"]>[number]) =>
      sections.some((section) => getFollowedFeeds(section).some(({ url }) => !attempted.has(url)));
    return editions.all().flatMap((edition) => (hasNewFeed(edition) ? edition.id : []));
  }

  async function applyNew(): Promise<void> {
    const changes = await listChangeGroups(database, lastId);
    lastId = Math.max(lastId, ...changes.map(({ id }) => id));
    if (changes.length > 0) onChanged();
    const takedowns = changes.filter(({ kind }) => kind === "takedown");
    if (takedowns.length > 0) {
      drop(allIds(), "takedown");
      onTakedown();
      void purge.hard([IMAGES_KEY]);
      // Purges twice: a response in flight may enter a cache after the first purge, and the takedown command deletes
      // image files only after its transaction.
      clearTimeout(purgeAgain);
      const purgeAll = () => void purge.hard([...allIds().map(getEditionKey), IMAGES_KEY]);
      purgeAgain = setTimeout(purgeAll, PURGE_AGAIN_MS).unref();
      log.info({ feeds: takedowns.map(({ sourceUrl }) => sourceUrl) }, "takedown applied");
    }
    // Drops the cached file of alerts instead of re-rendering the file, since other pages may be queued before it.
    const withAlerts = changes.flatMap(({ kind, edition }) => (kind === "alert" && edition !== null ? [edition] : []));
    if (withAlerts.length > 0) cache.dropPaths(withAlerts, [ALERTS_PATH]);
    // Drops only the page of sources: most polls bring no news, and re-rendering all pages would take long.
    const attempts = changes.filter(({ kind }) => kind === "attempt");
    if (attempts.length > 0) cache.dropPaths(attempts.flatMap(listAffected), [SOURCES_PATH, `${SOURCES_PATH}.data`]);
    if (changes.some(({ kind }) => kind === "editions")) onEditions();
    const today = getLocalDates(editions);
    const withNewDay = allIds().filter((id) => days.get(id) !== today.get(id));
    days = today;
    const others = changes.filter(({ kind }) => !NOT_FOR_ALL_PAGES.includes(kind));
    const affected = new Set([...others.flatMap(listAffected), ...withNewDay]);
    const withNews = changes.filter(({ kind }) => kind === "article" || kind === "takedown" || kind === "rule");
    const feeds = new Set(withNews.flatMap(({ sourceUrl }) => sourceUrl ?? []));
    if ([...feeds].some(isOwnFeed)) onStaffStory();
    // Hubs are notified last: their subscribers fetch the feed immediately and must get the new version.
    const publication = withTimeout(refresh([...affected], "change"))
      .then(() => (feeds.size > 0 ? websub.changed([...feeds]) : undefined))
      .finally(() => publications.delete(publication));
    publications.add(publication);
  }

  editions.onChange((changed) => {
    days = getLocalDates(editions);
    for (const id of changed) mayLoad.add(id);
    drop(changed, "files");
    const listed = describeNetwork(editions);
    // Pages of unchanged editions change only if the list of all editions, on /editions, has changed.
    const others = allIds().filter((id) => !changed.includes(id));
    if (listed !== network) void refresh(others, "files");
    network = listed;
  });
  // At this timeout, sections whose feeds have not responded begin to show the edition's samples. Re-renders only
  // editions that may have such sections: rendering all pages of fifty editions after the start would take seconds.
  const loadingTimeout = setTimeout(() => {
    void refresh(
      allIds().filter((id) => mayLoad.has(id)),
      "loading",
    );
  }, LOADING_TIMEOUT_MS + 50).unref();

  /** Applies the changes that any process has made since the previous call, and the change of the date. */
  function check(): Promise<void> {
    const checked = lastCheck.then(applyNew);
    lastCheck = checked.catch(() => {});
    return checked;
  }

  return {
    check,
    /** Applies changes as `check` does. Resolves when cached pages show them, or after `MAX_POLL_WAIT_MS`. */
    async publish(): Promise<void> {
      await check();
      await Promise.all(publications);
    },
    /** Re-renders an edition's pages, all of which show whether the radio's stream is down. */
    radioChanged: (edition: string) => void refresh([edition], "radio"),
    /**
     * After a start, purges the caches in front of this server, since pages may have changed while no server ran. Only
     * marks pages as out of date, even after a takedown. Without these pages, a cache that still considers this server
     * down would have nothing to serve.
     *
     * @param lastSeenAt time at which a server last ran, in ms since 1970
     * @param isJoining true if other servers run and have purged all changes. Then purges nothing, since another purge
     *   would send all requests to this server before it has rendered any page, and delay news by seconds
     */
    async started(lastSeenAt: number | null, isJoining: boolean): Promise<void> {
      if (isJoining) return;
      try {
        const since = lastSeenAt === null ? null : new Date(lastSeenAt).toISOString();
        const hasTakedown = since !== null && (await hasTakedownSince(database, since));
        await purge.soft([...allIds().map(getEditionKey), ...(hasTakedown ? [IMAGES_KEY] : [])]);
      } catch (error) {
        log.error({ err: error }, "caches in front not purged");
      }
    },
    close(): void {
      clearTimeout(loadingTimeout);
      clearTimeout(purgeAgain);
    },
  };
}

/** Returns the content of /editions as text, to detect changes. */
function describeNetwork(editions: Followed): string {
  return JSON.stringify(getNetwork(editions.all(), "", ""));
}

/** Returns each edition's local date, on which the date bar, ads and events depend. */
function getLocalDates(editions: Followed): Map<string, string> {
  return new Map(editions.all().map(({ id, timeZone }) => [id, Temporal.Now.plainDateISO(timeZone).toString()]));
}

async function withTimeout(work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_POLL_WAIT_MS);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
