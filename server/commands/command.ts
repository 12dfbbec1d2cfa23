import { join } from "node:path";
import { type Config, getServedEditions } from "../config.ts";
import { type Edition, readEditions, type ServedEditions } from "../editions/loading/load.ts";
import { unpackCurrentVersion } from "../editions/loading/storedEditions.ts";
import { getEditorsUrl } from "../editions/schema/address.ts";
import { EditionError } from "../editions/yaml/yaml.ts";
import { hasEntry } from "../files/missingFiles.ts";
import { describeStore, getStorePath, openDatabase, StoreError } from "../store/open.ts";
import type { Database } from "../store/schema/schema.ts";
import type { StoryEditing } from "../stories/storyEditing.ts";

/** Thrown for an invalid command line. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Thrown if a command cannot run with the given files or settings. */
export class InputError extends Error {
  override name = "InputError";
}

/** Arguments and services of a newsletter command. */
export interface NewsletterContext {
  /** Argument of the command; "" if the command takes none. */
  argument: string;
  options: Record<string, string | boolean | undefined>;
  edition: Edition;
  database: Database;
  config: Config;
}

/** Arguments and services of a newsroom command. */
export interface StoryContext extends StoryEditing {
  edition: Edition;
  /** Arguments of the command; optional arguments may be missing. */
  arguments: string[];
  options: Record<string, string | undefined>;
  /** Values of repeatable options, by the option's name. */
  lists: Readonly<Record<string, readonly string[] | undefined>>;
  /** All editions, since a story may be in several. */
  editions: readonly Edition[];
  config: Config;
}

// Types of options for `parseArgs`.
export const STRING = { type: "string" } as const;
export const STRINGS = { type: "string", multiple: true } as const;
export const BOOLEAN = { type: "boolean" } as const;

const BAR_WIDTH = 30;
/** Root of the installation. Both this file and the server's bundle are two folders below it. */
export const INSTALLATION = join(import.meta.dirname, "../..");

/**
 * Opens the server's store, and prints its path or address on standard error.
 *
 * @throws {StoreError} if the store does not exist, or needs a migration while MIGRATE is off
 */
export async function openStore(config: Config): Promise<Database> {
  findStore(config);
  return openDatabase(config.DATABASE_URL, { mayMigrate: config.MIGRATE === "on" });
}

/**
 * Returns the path of the server's SQLite file, and prints the path or address of the store on standard error.
 *
 * @returns null for PostgreSQL and for a database in memory
 * @throws {StoreError} if the file does not exist, since opening it would create an empty store
 */
export function findStore(config: Config): string | null {
  const path = checkStoreExists(config);
  process.stderr.write(`Store: ${path ?? describeStore(config.DATABASE_URL)}\n`);
  return path;
}

function checkStoreExists({ DATABASE_URL }: Config): string | null {
  const path = getStorePath(DATABASE_URL);
  if (path && !hasEntry(path))
    throw new StoreError(
      `${path}: there is no such database. Set DATABASE_URL as for the server, or name the server's environment file with --env-file. A missing database is created when the server starts.`,
    );
  return path;
}

/**
 * Returns the edition with the given id. Without an id, returns the default edition, or the first edition if there is
 * no default.
 *
 * @throws {UsageError} if the id is unknown
 */
export function chooseEdition(editions: readonly Edition[], id: unknown): Edition {
  const edition =
    id === undefined
      ? (editions.find((edition) => edition.default) ?? editions[0])
      : editions.find((edition) => edition.id === id);
  if (!edition)
    throw new UsageError(`there is no edition "${id}"; the editions are ${editions.map(({ id }) => id).join(", ")}.`);
  return edition;
}

/**
 * Returns the edition with the given id. Without an id, returns the only edition; if there are several, returns the
 * default edition unless it is an example. Without an id, prints the chosen edition on standard error.
 *
 * @throws {UsageError} if the id is unknown, or if no edition can be chosen without an id
 */
export function chooseNewsroom(editions: readonly Edition[], id: unknown): Edition {
  if (id !== undefined) return chooseEdition(editions, id);
  const [only, ...others] = editions;
  const edition = others.length === 0 ? only : editions.find((edition) => edition.default && !edition.example);
  if (!edition)
    throw new UsageError(
      `name the edition with --edition; the editions are ${editions.map(({ id }) => id).join(", ")}.`,
    );
  process.stderr.write(`Edition: ${edition.id}, ${edition.name}${edition.example ? ", an example" : ""}\n`);
  return edition;
}

/**
 * Loads the editions that the server serves, from its folder or from the store.
 *
 * @throws {EditionError} with all errors, one per line
 * @throws {StoreError} if the editions are in the store and the store does not exist
 */
export async function loadServedEditions(config: Config): Promise<Edition[]> {
  const { editions, broken } = await readServedEditions(config);
  if (broken.length > 0) throw new EditionError(broken.flatMap(({ faults }) => faults).join("\n"));
  return editions;
}

/** Loads the editions as `loadServedEditions` does. If they have errors, passes the errors to `warn` and returns []. */
export async function tryLoadEditions(config: Config, warn: (faults: string) => void): Promise<Edition[]> {
  try {
    return await loadServedEditions(config);
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    warn(error.message);
    return [];
  }
}

/**
 * Reads the editions that the server serves. If there are only examples, reads the examples that `npm start` serves.
 *
 * @throws {StoreError} if the editions are in the store and the store does not exist
 */
export async function readServedEditions(config: Config): ReturnType<typeof readEditions> {
  const found = await readSourceEditions(config, getServedEditions(config));
  if (found.editions.length + found.broken.length > 0) return found;
  return readSourceEditions(config, getServedEditions({ ...config, EXAMPLES: "on" }));
}

/**
 * Loads editions from the server's folder or from the store, and separates valid from broken ones.
 *
 * @param served ids of the editions to load; null for all, "own" for all but the examples
 */
export async function readSourceEditions(config: Config, served: ServedEditions): ReturnType<typeof readEditions> {
  if (config.EDITIONS_SOURCE === "folder") return readEditions(config.EDITIONS_DIR, config.SITE_URL, served);
  checkStoreExists(config);
  await using database = await openDatabase(config.DATABASE_URL, { mayMigrate: config.MIGRATE === "on" });
  return readEditions(await unpackCurrentVersion(database, config.DATA_DIR), config.SITE_URL, served);
}

/** Returns a page's public address, or its address on this machine if the edition has no public address. */
export function getPageUrl({ edition, config }: Pick<StoryContext, "edition" | "config">, path: string): string {
  return getEditorsUrl(edition, config.PORT) + path;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Formats an instant in the form "2025-04-17 06:30Z"; returns "-" for null. */
export function formatMinute(instant: string | null | undefined): string {
  return instant ? `${instant.slice(0, 16).replace("T", " ")}Z` : "-";
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[], indent = ""): void {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all)
    print((indent + row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).trimEnd());
}

/** Prints the reason for a failure. Returns the exit status 1. */
export function fail(reason: string): number {
  print(reason);
  return 1;
}

/** If standard error is a terminal, draws a progress bar there, and erases the bar when `done` reaches `total`. */
export function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
  const bar = `[${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}] ${done} of ${total}`;
  process.stderr.write(done === total ? `\r${" ".repeat(bar.length)}\r` : `\r${bar}`);
}
