import { existsSync, type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { EditionError } from "../yaml/yaml.ts";
import { digestEditions } from "./files.ts";
import { type BrokenEdition, type Edition, type LoadedEditions, readEditions, type ServedEditions } from "./load.ts";

/** An edition whose files are invalid. */
interface InvalidEdition {
  id: string;
  /** True if the edition's last valid version is still published. */
  isPublished: boolean;
}

/** Source of the editions' files. */
export interface EditionsSource {
  /** Returns the folder of the current files. */
  getFolder(): string;
  /** Calls `reload` when the files have changed. Returns a function that stops watching. */
  watch(reload: () => Promise<void>): () => unknown;
  /** Returns true while the current files cannot be fetched, or cannot be written to the disk. */
  isBehind(): boolean;
}

/** The published editions, reloaded when their files change. */
export interface Editions {
  all(): readonly Edition[];
  /** Returns a digest of the published files, the same on each server that publishes them. */
  getDigest(): string;
  /** Returns the editions whose files were invalid at the last reload. */
  invalid(): readonly InvalidEdition[];
  /** Returns true if the current files could not be loaded and earlier files are published instead. */
  isBehind(): boolean;
  /**
   * Returns the edition that lists a host, ignoring the port, else the default edition. Returns undefined if an invalid
   * edition lists the host, or no edition is the default.
   */
  forHost(host: string): Edition | undefined;
  /**
   * Adds a listener that is called after each reload with the ids of editions that were changed, added or removed. A
   * reload waits for the promises of all listeners.
   */
  onChange(listener: (changed: readonly string[]) => unknown): void;
  close(): Promise<void>;
}

/** Delay, in ms, before a reload. It merges the consecutive writes of a text editor into one reload. */
const SETTLE_MS = 200;

/**
 * Watches a folder of editions for changes.
 *
 * @param served names of the editions to watch; null and "own" for all
 */
export function watchFolder(folder: string, served: ServedEditions, log: Logger): EditionsSource {
  return {
    getFolder: () => folder,
    isBehind: () => false,
    watch(reload) {
      let settling: NodeJS.Timeout | undefined;
      const watcher =
        served === null || served === "own"
          ? watchAll(folder, true, scheduleReload)
          : watchEditions(folder, served, scheduleReload);

      function scheduleReload(error?: Error): void {
        if (error) log.warn({ folder, err: error }, "editions are not watched; restart to load changes");
        clearTimeout(settling);
        settling = setTimeout(reload, SETTLE_MS);
      }

      return () => {
        clearTimeout(settling);
        watcher.close();
      };
    },
  };
}

/**
 * Loads the editions of a source, and reloads them when their files change. If a change is invalid, its errors are
 * logged and the edition's last valid version stays published. At the start, only valid editions are published.
 *
 * @param siteUrl SITE_URL, which replaces the `url` of the default edition or of the only edition
 * @param served names of the editions to load; null for all, "own" for all but the examples
 * @throws {EditionError} if no edition is valid at the start, or there are only examples
 */
export async function openEditions(
  source: EditionsSource,
  siteUrl: string | undefined,
  served: ServedEditions,
  log: Logger,
): Promise<Editions> {
  const loaded: LoadedEditions = new Map();
  const first = await readEditions(source.getFolder(), siteUrl, served, loaded);
  let { editions, broken } = first;
  if (editions.length === 0)
    throw new EditionError(
      broken.flatMap(({ faults }) => faults).join("\n") || describeLackOfOwn(source.getFolder(), first.examples),
    );
  if (first.examples.length > 0) log.info({ examples: first.examples }, "examples not served; EDITIONS can name them");
  let invalid = logFaults(broken, []);
  let isLastReloadFailed = false;
  const listeners: ((changed: readonly string[]) => unknown)[] = [];
  let reloaded = Promise.resolve();
  // Reloads run one at a time. Otherwise, an earlier reload could overwrite the result of a later one.
  const unwatch = source.watch(() => {
    reloaded = reloaded.then(reload);
    return reloaded;
  });

  /** @param kept broken editions whose last valid version is still published */
  function logFaults(broken: readonly BrokenEdition[], kept: readonly Edition[]): InvalidEdition[] {
    return broken.map(({ id, faults }) => {
      const isPublished = kept.some((edition) => edition.id === id);
      const result = isPublished
        ? "edition not reloaded; its last valid files stay"
        : "edition not published; its files are invalid";
      log.error({ edition: id, faults }, result);
      return { id, isPublished };
    });
  }

  async function reload(): Promise<void> {
    const folder = source.getFolder();
    isLastReloadFailed = false;
    try {
      const read = await readEditions(folder, siteUrl, served, loaded);
      const kept = read.broken.flatMap(({ id }) => editions.filter((edition) => edition.id === id));
      invalid = logFaults(read.broken, kept);
      const before = editions;
      editions = [...read.editions, ...kept]
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(
          (edition) => before.find((known) => known.id === edition.id && isDeepStrictEqual(known, edition)) ?? edition,
        );
      const changed = listChanged(before, editions);
      broken = read.broken.filter(({ id }) => !kept.some((edition) => edition.id === id));
      // If no edition is valid, the published editions and their cached pages stay.
      if (read.editions.length === 0) return;
      await Promise.all(listeners.map(async (listener) => listener(changed)));
      log.info({ editions: read.editions.map(({ id }) => id), changed }, "editions reloaded");
    } catch (error) {
      isLastReloadFailed = true;
      log.error({ folder, err: error }, "editions not reloaded; the last valid ones stay");
    }
  }

  return {
    all: () => editions,
    getDigest: () => digestEditions(editions),
    invalid: () => invalid,
    isBehind: () => isLastReloadFailed || source.isBehind(),
    forHost: (host) => findEdition(editions, broken, host.toLowerCase().replace(/:\d+$/, "")),
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await unwatch();
    },
  };
}

function describeLackOfOwn(folder: string, examples: readonly string[]): string {
  return [
    `${folder}: found only examples (${examples.join(", ")}), which are not published.`,
    "Write your own edition with `broadsheet setup` or `broadsheet new NAME`, or delete `example: true` from a copy's edition.yaml.",
    `EDITIONS=${examples[0]} serves an example all the same.`,
  ].join("\n");
}

/** Returns the ids of editions that were added, removed or changed. A different `folder` does not count as a change. */
function listChanged(before: readonly Edition[], after: readonly Edition[]): string[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  const find = (editions: readonly Edition[], id: string) => {
    const edition = editions.find((known) => known.id === id);
    return edition && { ...edition, folder: "" };
  };
  return [...ids].filter((id) => !isDeepStrictEqual(find(before, id), find(after, id)));
}

/** Called after each change. A call with an error is the last one, since watching has failed. */
type OnChange = (error?: Error) => void;

function watchAll(
  folder: string,
  recursive: boolean,
  onChange: (error?: Error, name?: string | null) => void,
): FSWatcher {
  return watch(folder, { recursive }, (_event, name) => onChange(undefined, name)).on("error", onChange);
}

/** Watches only the named editions, since the folder around a previewed edition may be a whole home folder. */
function watchEditions(folder: string, ids: readonly string[], onChange: OnChange): Pick<FSWatcher, "close"> {
  const byId = new Map(ids.map((id) => [id, watchAll(join(folder, id), true, (error) => onChange(error))]));
  const parent = watchAll(folder, false, (error, id) => {
    if (error) return onChange(error);
    if (!id || !byId.has(id)) return;
    // An upgrade may replace the edition's folder. The new folder needs a new watcher.
    byId.get(id)?.close();
    if (existsSync(join(folder, id)))
      byId.set(
        id,
        watchAll(join(folder, id), true, (error) => onChange(error)),
      );
    onChange();
  });
  return {
    close() {
      for (const watcher of [parent, ...byId.values()]) watcher.close();
    },
  };
}

function findEdition(
  editions: readonly Edition[],
  broken: readonly BrokenEdition[],
  hostname: string,
): Edition | undefined {
  const listed = editions.find(({ hosts }) => hosts.includes(hostname));
  if (listed || broken.some(({ hosts }) => hosts.includes(hostname))) return listed;
  return editions.find((edition) => edition.default);
}
