import { stat } from "node:fs/promises";
import type { Logger } from "pino";
import { classifyDamage, type ErrorCodes } from "../store/engines/damage.ts";
import { openStoreFileReader, type StoreFileReader } from "../store/storeFile.ts";

export type StoreDamage = ReturnType<typeof createStoreDamage>;

/** Time, in ms, for which a disk error is reported after the last failed read or write. */
const DISK_ERROR_MS = 60_000;

/**
 * Detects damage of the store: through errors of any statement, and on SQLite through checks of the file itself.
 *
 * @param path path of a SQLite file; null for other stores
 */
export function createStoreDamage(path: string | null, log: Logger, now: () => number = () => performance.now()) {
  let opened: Awaited<ReturnType<typeof identify>> | null = null;
  let reader: StoreFileReader | null = null;
  /** Message of the first error that showed damage; kept until the process ends. */
  let damage: string | null = null;
  let diskError: { reason: string; at: number } | null = null;
  let isLogged = false;

  /** Remembers the error of a statement if it shows damage or a disk error. Ignores other errors. */
  function observe(error: ErrorCodes): void {
    const kind = classifyDamage(error);
    if (kind === "damaged") report(error.message ?? "unknown error");
    if (kind !== "disk") return;
    if (diskError === null) log.error({ reason: error.message }, "store cannot be read or written: check the disk");
    diskError = { reason: error.message ?? "unknown error", at: now() };
  }

  function report(reason: string): void {
    damage ??= reason;
    explain(`damaged (${damage})`);
  }

  /** Returns the reason with the remedy, and logs both once. */
  function explain(reason: string): string {
    if (!isLogged) log.error({ reason, file: path }, "store damaged: restore a backup");
    isLogged = true;
    return `${reason}: stop the server and restore a backup`;
  }

  /** Returns the fault if the opened file or its write-ahead log was deleted or replaced; null otherwise. */
  async function findReplacement(): Promise<string | null> {
    if (path === null || opened === null) return null;
    const file = await identify(path);
    if (file.main === null) return "deleted, while the server still writes to the deleted file";
    if (file.main !== opened.main) return "replaced by another file, while the server still writes to the old one";
    opened.log ??= file.log;
    return file.log === opened.log ? null : "without its -wal file, which was deleted or replaced";
  }

  return {
    /** Remembers the file's identity and opens the file for reading. Call this while a connection has the file open. */
    async open(): Promise<void> {
      if (path === null) return;
      opened = await identify(path);
      reader = openStoreFileReader(path);
    },
    observe,
    report,
    /** Returns the store's fault and the remedy; null if there is none. */
    async find(): Promise<string | null> {
      const replacement = await findReplacement();
      if (replacement !== null) return explain(replacement);
      try {
        reader?.read();
      } catch (error) {
        observe(error as ErrorCodes);
      }
      if (damage !== null) return explain(`damaged (${damage})`);
      isLogged = false;
      if (diskError && now() - diskError.at > DISK_ERROR_MS) diskError = null;
      return diskError ? `error of the disk (${diskError.reason}): check the disk` : null;
    },
    close: () => reader?.close(),
  };
}

/** Returns device and inode of a SQLite file and of its write-ahead log; null for a missing file. */
async function identify(path: string): Promise<{ main: string | null; log: string | null }> {
  const find = async (name: string) => {
    try {
      const { dev, ino } = await stat(name);
      return `${dev} ${ino}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  };
  const [main, log] = await Promise.all([find(path), find(`${path}-wal`)]);
  return { main, log };
}
