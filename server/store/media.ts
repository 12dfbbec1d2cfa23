import { createHash } from "node:crypto";
import type { Database } from "./schema.ts";

const PREFIX = "own:media/";

/** Returns the URL by which stories refer to an image in the store. */
function getMediaUrl(key: string): string {
  return PREFIX + key;
}

/** Returns the key in an image's URL; undefined for an image from elsewhere. */
export function getMediaKey(url: string): string | undefined {
  return url.startsWith(PREFIX) ? url.slice(PREFIX.length) : undefined;
}

/** Stores an image, once for equal bytes. Returns its URL. */
export async function addMedia(database: Database, name: string, bytes: Uint8Array): Promise<string> {
  const key = createHash("sha256").update(bytes).digest("base64url");
  await database
    .insertInto("media")
    .values({ key, name, bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return getMediaUrl(key);
}

export async function findMedia(database: Database, key: string) {
  return database.selectFrom("media").select(["name", "bytes"]).where("key", "=", key).executeTakeFirst();
}
