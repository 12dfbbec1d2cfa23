import { watch } from "node:fs";
import type { Logger } from "pino";
import { type Edition, loadEditions } from "./load.ts";
import { EditionError } from "./yaml.ts";

/** The editions that are being published, kept up to date with their files. */
export interface Editions {
  all(): readonly Edition[];
  /** The edition of a request's host name (a port is ignored), or the default one. */
  forHost(host: string): Edition;
  /** Calls back after every change that was taken up. The change is not called done before what it calls has ended. */
  onChange(listener: () => unknown): void;
  close(): void;
}

/** An editor saves several files, and a file in several steps: one reload answers them all. */
const SETTLE_MS = 200;

/**
 * Loads the editions of a folder and follows their files. A change that leaves the files wrong is logged with file, line
 * and what is allowed, and the last good editions go on being published.
 *
 * @throws {EditionError} where the files are wrong at the first reading
 */
export async function openEditions(folder: string, log: Logger): Promise<Editions> {
  let editions = await loadEditions(folder);
  const listeners: (() => unknown)[] = [];
  let settling: NodeJS.Timeout | undefined;

  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(settling);
    settling = setTimeout(reload, SETTLE_MS);
  });
  watcher.on("error", (error) =>
    log.warn({ folder, err: error }, "editions are not watched: restart to take up changes"),
  );

  async function reload() {
    try {
      editions = await loadEditions(folder);
      await Promise.all(listeners.map((listener) => listener()));
      log.info({ editions: editions.map((edition) => edition.id) }, "editions reloaded");
    } catch (error) {
      if (!(error instanceof EditionError)) throw error;
      log.error({ faults: error.message.split("\n") }, "editions not reloaded: the last good ones stay");
    }
  }

  return {
    all: () => editions,
    forHost: (host) => findByHost(editions, host),
    onChange: (listener) => void listeners.push(listener),
    close() {
      clearTimeout(settling);
      watcher.close();
    },
  };
}

function findByHost(editions: readonly Edition[], host: string): Edition {
  const name = host.toLowerCase().replace(/:\d+$/, "");
  const found =
    editions.find((edition) => edition.hosts.includes(name)) ??
    editions.find((edition) => edition.default) ??
    editions[0];
  if (!found) throw new EditionError("There is no edition to publish.");
  return found;
}
