import { watch } from "node:fs";
import type { Logger } from "pino";
import { digestEditions } from "./files.ts";
import { type BrokenEdition, type Edition, readEditions } from "./load.ts";
import { EditionError } from "./yaml.ts";

/** An edition whose files are invalid. */
interface InvalidEdition {
  id: string;
  /** True if its last valid version is still published. */
  isPublished: boolean;
}

/** Where the editions' files are. */
export interface EditionsSource {
  /** Returns the folder of the current files. */
  getFolder(): string;
  /** Calls `reload` when the files have changed. Returns a function that ends this. */
  watch(reload: () => Promise<void>): () => unknown;
}

/** The published editions, reloaded when their files change. */
export interface Editions {
  all(): readonly Edition[];
  /** Returns a digest of the published files, the same on each server that publishes them. */
  getDigest(): string;
  /** Returns the editions whose files were invalid at the last reload. */
  invalid(): readonly InvalidEdition[];
  /** Returns the edition of a host (a port is ignored), or else the default one; undefined for an invalid edition. */
  forHost(host: string): Edition | undefined;
  /** Adds a listener for reloads. A reload ends after the promises of all listeners have resolved. */
  onChange(listener: () => unknown): void;
  close(): Promise<void>;
}

/** Delay in ms that merges an editor's consecutive writes into one reload. */
const SETTLE_MS = 200;

/** Watches a folder of editions that somebody edits. */
export function watchFolder(folder: string, log: Logger): EditionsSource {
  return {
    getFolder: () => folder,
    watch(reload) {
      let settling: NodeJS.Timeout | undefined;
      const watcher = watch(folder, { recursive: true }, () => {
        clearTimeout(settling);
        settling = setTimeout(reload, SETTLE_MS);
      });
      watcher.on("error", (error) =>
        log.warn({ folder, err: error }, "editions are not watched; restart to load changes"),
      );
      return () => {
        clearTimeout(settling);
        watcher.close();
      };
    },
  };
}

/**
 * Loads the editions of a source, also whenever they change. Invalid changes are logged, and the last valid version of the
 * edition stays published. An edition that is invalid from the start is not published, but the others are.
 *
 * @param siteUrl see `readEditions`
 * @throws {EditionError} if no edition is valid at the start
 */
export async function openEditions(
  source: EditionsSource,
  siteUrl: string | undefined,
  log: Logger,
): Promise<Editions> {
  let { editions, broken } = await readEditions(source.getFolder(), siteUrl);
  if (editions.length === 0) throw new EditionError(broken.flatMap(({ faults }) => faults).join("\n"));
  let invalid = logFaults(broken, []);
  const listeners: (() => unknown)[] = [];
  const unwatch = source.watch(reload);

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
    try {
      const read = await readEditions(folder, siteUrl);
      const kept = read.broken.flatMap(({ id }) => editions.filter((edition) => edition.id === id));
      invalid = logFaults(read.broken, kept);
      editions = [...read.editions, ...kept].sort((a, b) => (a.id < b.id ? -1 : 1));
      broken = read.broken.filter(({ id }) => !kept.some((edition) => edition.id === id));
      // If no edition is valid, none changes, and cached pages stay.
      if (read.editions.length === 0) return;
      await Promise.all(listeners.map(async (listener) => listener()));
      log.info({ editions: read.editions.map(({ id }) => id) }, "editions reloaded");
    } catch (error) {
      log.error({ folder, err: error }, "editions not reloaded; the last valid ones stay");
    }
  }

  return {
    all: () => editions,
    getDigest: () => digestEditions(editions),
    invalid: () => invalid,
    forHost: (host) => findEdition(editions, broken, host.toLowerCase().replace(/:\d+$/, "")),
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await unwatch();
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
