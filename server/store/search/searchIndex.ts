import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { chooseLanguage, type Language } from "../../../core/language/languages.ts";
import { toMessage } from "../../../core/toMessage.ts";
import { classifyDamage, type ErrorCodes } from "../engines/damage.ts";
import { sqliteDialect } from "../engines/sqlite.ts";
import type { SearchDatabase, SearchStateRow, SearchTables } from "./searchTables.ts";
import { createWindow } from "./windows.ts";

/** Version of the index. Increase it with each change to the tables, or to the way in which articles are indexed. */
const VERSION = 4;

/** Returns the name of a language's index in DATA_DIR. */
export const toSearchFile = (language: Language) => `search-${language}.db`;
/** Matches the files of all indexes, including those of earlier versions, which had one index for all languages. */
const SEARCH_FILES = /^search(?:-\w+)?\.db(?:-wal|-shm)?$/;

/** Position at which building an index starts: after the newest article, since articles are added newest first. */
const UNBUILT = { built_to: "9999", built_to_id: 0 };

/**
 * A file with the search index of all articles, for the editions in one language. The file can be deleted at any time:
 * the poll worker then builds it again from the store.
 */
export interface SearchIndex {
  /** Language whose rules are used to fold words. */
  language: Language;
  /**
   * Runs queries in the index. If the file is damaged or has another `VERSION`, replaces the file with an empty index
   * and runs the queries again.
   */
  use<Result>(run: (database: SearchDatabase) => Promise<Result>): Promise<Result>;
  /** Deletes the index. The next call of `use`, in any thread, creates an empty one. */
  discard(): Promise<void>;
  close(): Promise<void>;
}

/** The search indexes of a data folder, each opened on first use. */
export type SearchIndexes = ReturnType<typeof openSearchIndexes>;

export function openSearchIndexes(folder: string, log: Logger) {
  const indexes = new Map<Language, SearchIndex>();
  return {
    /** Returns the index for an edition. */
    for: ({ language: tag }: { language: string }): SearchIndex =>
      indexes.getOrInsertComputed(chooseLanguage(tag), (language) =>
        openSearchIndex(join(folder, toSearchFile(language)), language, log),
      ),
    /** Deletes unused indexes, which are never updated and would keep words of articles that are taken down later. */
    deleteOthers(used: readonly SearchIndex[]): void {
      const files = used.map(({ language }) => toSearchFile(language));
      for (const name of readdirSync(folder))
        if (SEARCH_FILES.test(name) && !files.some((file) => name.startsWith(file)))
          rmSync(join(folder, name), { force: true });
    },
    async close(): Promise<void> {
      await Promise.all(indexes.values().map((index) => index.close()));
    },
  };
}

/** Creates an index on a file, which is opened on first use. @param path the file's path, or ":memory:" */
export function openSearchIndex(path: string, language: Language, log?: Logger): SearchIndex {
  let current: { inode: number | undefined; database: Promise<SearchDatabase> } | null = null;

  function getInode(): number | undefined {
    return path === ":memory:" ? undefined : statSync(path, { throwIfNoEntry: false })?.ino;
  }

  async function close(): Promise<void> {
    const closing = current;
    current = null;
    await (await closing?.database.catch(() => null))?.destroy();
  }

  async function open(): Promise<SearchDatabase> {
    // Opens the file again if another thread has replaced it.
    if (current && current.inode !== getInode()) await close();
    if (current) return current.database;
    const database = connect(path);
    const opened = { inode: getInode(), database };
    current = opened;
    database.catch(() => {
      if (current === opened) current = null;
    });
    return database;
  }

  async function discard(): Promise<void> {
    await close();
    // Deletes the database file last. If that file is missing, other threads know that the index is being replaced.
    if (path !== ":memory:") for (const suffix of ["-wal", "-shm", ""]) rmSync(path + suffix, { force: true });
  }

  return {
    language,
    async use(run) {
      try {
        return await run(await open());
      } catch (error) {
        if (classifyDamage(error as ErrorCodes) !== "damaged" && !(error instanceof VersionError)) throw error;
        log?.warn({ path, reason: toMessage(error) }, "search index replaced");
        await discard();
        return run(await open());
      }
    },
    discard,
    close,
  };
}

/** Thrown if an index does not have the current `VERSION`. */
class VersionError extends Error {
  override name = "VersionError";
}

/** Opens an index's file. In a new file, creates the tables. @throws {VersionError} if the index has another version */
async function connect(path: string): Promise<SearchDatabase> {
  const database = new Kysely<SearchTables>({ dialect: sqliteDialect(path) });
  try {
    if ((await readVersion(database)) === 0) await database.transaction().execute(createTables);
    const version = await readVersion(database);
    if (version !== VERSION) throw new VersionError(`The index has version ${version} instead of ${VERSION}.`);
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

async function readVersion(database: SearchDatabase): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select user_version as version from pragma_user_version`.execute(
    database,
  );
  return rows[0]?.version;
}

async function createTables(database: SearchDatabase): Promise<void> {
  // Another thread may have created the tables meanwhile.
  if ((await readVersion(database)) !== 0) return;
  await sql`create table search_windows (number integer primary key, first_key integer not null, merge text not null)`.execute(
    database,
  );
  await sql`create table search_articles (id integer primary key, key integer not null, tags text not null)`.execute(
    database,
  );
  await sql`create table search_state (change_id integer not null, changed_at text not null, built_to text,
    built_to_id integer)`.execute(database);
  await sql`create table search_words (word text primary key, spelling text not null, uses integer not null,
    article integer not null) without rowid`.execute(database);
  await createWindow(database, { number: 1, first_key: 0 });
  await database
    .insertInto("search_state")
    .values({ change_id: 0, changed_at: "", ...UNBUILT })
    .execute();
  await sql.raw(`pragma user_version = ${VERSION}`).execute(database);
}

export async function readIndexState(database: SearchDatabase): Promise<SearchStateRow> {
  return database.selectFrom("search_state").selectAll().executeTakeFirstOrThrow();
}

export async function updateIndexState(database: SearchDatabase, change: Partial<SearchStateRow>): Promise<void> {
  await database.updateTable("search_state").set(change).execute();
}

/** Returns true if an index is complete, false while articles are still being added to it. */
export async function isBuilt(index: SearchIndex): Promise<boolean> {
  return (await index.use(readIndexState)).built_to === null;
}
