import { createHash } from "node:crypto";
import { addRows } from "../batches.ts";
import type { Database } from "../schema/schema.ts";

const PREFIX = "own:media/";

/** Maximum length, in characters, of a file name without the digest. Most file systems accept up to 255 bytes. */
const MAX_NAME_LENGTH = 200;

function toDigestPrefix(key: string): string {
  return `${key.slice(0, 8)}-`;
}

/** Returns a name with only characters that every file system accepts. */
function toSafeName(name: string): string {
  return name.replaceAll(/[^\w.-]/g, "-").slice(-MAX_NAME_LENGTH);
}

/** Returns the URL with which stories refer to an image in the store. */
export function getMediaUrl(key: string): string {
  return PREFIX + key;
}

/** Returns the key in the URL of an image in the store; undefined for any other URL. */
export function getMediaKey(url: string): string | undefined {
  return url.startsWith(PREFIX) ? url.slice(PREFIX.length) : undefined;
}

/** Returns an image's file name in an export. It begins with a part of the digest, to distinguish equal names. */
export function toFileName(key: string, name: string): string {
  return toDigestPrefix(key) + toSafeName(name);
}

/** Stores an image, unless one with the same bytes is stored. Returns the image's URL. */
export async function addMedia(database: Database, fileName: string, bytes: Uint8Array): Promise<string> {
  const key = createHash("sha256").update(bytes).digest("base64url");
  // Removes the digest with which the file names of exported images begin.
  const prefix = toDigestPrefix(key);
  const name = toSafeName(fileName.startsWith(prefix) ? fileName.slice(prefix.length) : fileName);
  await addRows(database, "media", [{ key, name, bytes }]);
  return getMediaUrl(key);
}

export async function hasMedia(database: Database, key: string): Promise<boolean> {
  const media = database.selectFrom("media").select("key").where("key", "=", key);
  return (await media.executeTakeFirst()) !== undefined;
}

export async function findMediaName(database: Database, key: string): Promise<string | undefined> {
  const media = database.selectFrom("media").select("name").where("key", "=", key);
  return (await media.executeTakeFirst())?.name;
}

export async function findMedia(database: Database, key: string) {
  return database.selectFrom("media").select(["name", "bytes"]).where("key", "=", key).executeTakeFirst();
}
