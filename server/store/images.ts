import type { Photograph } from "../../core/picture.ts";
import type { Database } from "./schema.ts";

/** A picture that is to be fetched. */
export interface DuePicture {
  url: string;
  key: string;
  failures: number;
  /** The feed through which it was found. */
  feedUrl: string;
}

/** A picture that a feed's stories show. */
export interface NamedPicture {
  url: string;
  /** How far down it stands: 0 is fetched before all others. */
  rank: number;
  feedUrl: string;
}

/** Makes pictures known, due at once; known ones stay as they are. `key` makes a new name for an address of ours. */
export async function addPictures(
  database: Database,
  pictures: readonly NamedPicture[],
  now: string,
  key: () => string,
): Promise<void> {
  if (pictures.length === 0) return;
  await database
    .insertInto("pictures")
    .values(
      pictures.map(({ url, rank, feedUrl }) => ({
        url,
        key: key(),
        rank,
        feed_url: feedUrl,
        bytes: 0,
        failures: 0,
        next_try_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Pictures whose time has come: those that readers wait for, then the newest story of each feed, and so on down. */
export async function duePictures(database: Database, now: string, limit: number): Promise<DuePicture[]> {
  const rows = await database
    .selectFrom("pictures")
    .select(["url", "key", "failures", "feed_url"])
    .where("next_try_at", "<=", now)
    .orderBy("rank")
    .orderBy("next_try_at")
    .limit(limit)
    .execute();
  return rows.map(({ feed_url, ...row }) => ({ ...row, feedUrl: feed_url }));
}

/** Remembers that a picture lies on the disk, `bytes` large in all its sizes. */
export async function keepPicture(
  database: Database,
  key: string,
  { width, height, bytes, now }: { width: number; height: number; bytes: number; now: string },
): Promise<void> {
  await database
    .updateTable("pictures")
    .set({ width, height, bytes, used_at: now, failures: 0, last_error: null, next_try_at: null })
    .where("key", "=", key)
    .execute();
}

/** Remembers why a picture could not be had, and when it is tried again; null for never. */
export async function refusePicture(
  database: Database,
  key: string,
  { reason, failures, nextTryAt }: { reason: string; failures: number; nextTryAt: string | null },
): Promise<void> {
  await database
    .updateTable("pictures")
    .set({ last_error: reason, failures, next_try_at: nextTryAt })
    .where("key", "=", key)
    .execute();
}

/** Has a picture fetched again, before all others: a reader asks for it, and its files had to go. */
export async function wantPicture(database: Database, key: string, now: string): Promise<void> {
  await database
    .updateTable("pictures")
    .set({ rank: -1, next_try_at: now })
    .where("key", "=", key)
    .where("failures", "=", 0)
    .execute();
}

/** What is known of the picture that has a name in our addresses; its width is null until it was had once. */
export async function pictureByKey(database: Database, key: string) {
  return database.selectFrom("pictures").select(["key", "width", "failures"]).where("key", "=", key).executeTakeFirst();
}

/** The photographs that were had, by the addresses of their originals. */
export async function photographsOf(database: Database, urls: readonly string[]): Promise<Map<string, Photograph>> {
  if (urls.length === 0) return new Map();
  const rows = await database
    .selectFrom("pictures")
    .select(["url", "key", "width", "height"])
    .where("url", "in", urls)
    .execute();
  return new Map(
    rows.flatMap(({ url, key, width, height }) => (width && height ? [[url, { key, width, height }] as const] : [])),
  );
}

/** How many bytes all kept pictures have. */
export async function bytesOfPictures(database: Database): Promise<number> {
  const { sum } = await database
    .selectFrom("pictures")
    .select(({ fn }) => fn.sum<number | null>("bytes").as("sum"))
    .where("used_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** The kept pictures that nobody has asked for the longest. */
export async function leastUsedPictures(
  database: Database,
  limit: number,
): Promise<{ key: string; width: number; bytes: number }[]> {
  const rows = await database
    .selectFrom("pictures")
    .select(["key", "width", "bytes"])
    .where("used_at", "is not", null)
    .orderBy("used_at")
    .limit(limit)
    .execute();
  return rows.map(({ width, ...row }) => ({ ...row, width: width ?? 0 }));
}

/** Remembers that a picture's files are gone. Its name and its size stay. */
export async function dropPicture(database: Database, key: string): Promise<void> {
  await database.updateTable("pictures").set({ bytes: 0, used_at: null }).where("key", "=", key).execute();
}

/** Remembers that kept pictures were asked for. */
export async function markPicturesUsed(database: Database, keys: readonly string[], now: string): Promise<void> {
  for (let start = 0; start < keys.length; start += 500)
    await database
      .updateTable("pictures")
      .set({ used_at: now })
      .where("key", "in", keys.slice(start, start + 500))
      .where("used_at", "is not", null)
      .execute();
}
