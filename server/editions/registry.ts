import { watch } from "node:fs";
import type { Logger } from "pino";
import { type Edition, loadEditions } from "./load.ts";
import { EditionError } from "./yaml.ts";

/** The published editions, reloaded when their files change. */
export interface Editions {
  all(): readonly Edition[];
  /** Returns the edition of a request's host, otherwise the default one. A port is ignored. */
  forHost(host: string): Edition;
  /** Adds a listener that runs after each reload; the reload ends once all promises of its listeners are resolved. */
  onChange(listener: () => unknown): void;
  close(): void;
}

/** Delay that merges an editor's several writes into one reload. */
const SETTLE_MS = 200;

/**
 * Loads the editions of a folder and watches their files. Invalid changes are logged, and the last valid editions stay.
 *
 * @throws {EditionError} if the files are invalid at the start
 */
export async function openEditions(folder: string, log: Logger): Promise<Editions> {
  let editions = await loadEditions(folder);
  const listeners: (() => unknown)[] = [];
  let settling: NodeJS.Timeout | undefined;

  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(settling);
    settling = setTimeout(reload, SETTLE_MS);
  });
  watcher.on("error", (error) => log.warn({ folder, err: error }, "editions are not watched; restart to load changes"));

  async function reload() {
    try {
      editions = await loadEditions(folder);
      await Promise.all(listeners.map((listener) => listener()));
      log.info({ editions: editions.map((edition) => edition.id) }, "editions reloaded");
    } catch (error) {
      if (!(error instanceof EditionError)) throw error;
      log.error({ faults: error.message.split("\n") }, "editions not reloaded; the last valid ones stay");
    }
  }

  return {
    all: () => editions,
    forHost(host) {
      const name = host.toLowerCase().replace(/:\d+$/, "");
      const found = editions.find(({ hosts }) => hosts.includes(name)) ?? editions.find((edition) => edition.default);
      const edition = found ?? editions[0];
      if (!edition) throw new EditionError("There is no edition to publish.");
      return edition;
    },
    onChange: (listener) => void listeners.push(listener),
    close() {
      clearTimeout(settling);
      watcher.close();
    },
  };
}
