import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "../config.ts";
import { compactFile, mergeWriteAheadLog, readSizes } from "../store/snapshot.ts";
import { findStore, InputError, print } from "./command.ts";

/**
 * `npx broadsheet compact`: rewrites the SQLite file without the space of deleted rows. Also makes the server itself
 * return such space to the disk from then on.
 */
export async function compact(config: Config): Promise<number> {
  const path = findStore(config);
  if (!path)
    throw new InputError(
      "Only a SQLite file is compacted. PostgreSQL reuses the space of deleted rows; VACUUM FULL returns it to the disk.",
    );
  if (!mergeWriteAheadLog(path))
    throw new InputError(`${path}: another process uses this database. Stop the server first.`);
  const { file, used } = readSizes(path);
  const { bavail, bsize } = await statfs(dirname(path));
  // Space for the new content, and for a journal with the old content. SQLite uses the journal to undo an interrupted
  // command.
  const needed = used + file;
  if (bavail * bsize < needed)
    throw new InputError(
      `${path}: compacting needs ${formatMb(needed)} of free space beside the file; ${formatMb(bavail * bsize)} is free.`,
    );
  compactFile(path);
  const { size } = statSync(path);
  print(`${path}: ${formatMb(file)} before, ${formatMb(size)} after.`);
  return 0;
}

function formatMb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
