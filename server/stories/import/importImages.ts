import { sharePromise } from "../../../core/sharedPromises.ts";
import type { Database } from "../../store/schema/schema.ts";
import { addMedia, getMediaKey } from "../../store/stories/storyMedia.ts";
import { findImageFault, MAX_IMAGE_BYTES } from "../storyImages.ts";
import type { ReadOldFile } from "./oldFiles.ts";

/**
 * Result of importing an image or a file: its new URL, or the reason why the import failed. The reason is the end of a
 * sentence that begins with the old URL, such as "is not a web address".
 */
export type FileImport = { url: string } | { reason: string };

/**
 * Creates a function that stores an image of the old site.
 *
 * @param database null to only check that the image can be stored
 */
export function createImageImport(database: Database | null, read: ReadOldFile): (url: string) => Promise<FileImport> {
  const known = new Map<string, Promise<FileImport>>();

  async function store(address: string): Promise<FileImport> {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return { reason: "is not a web address" };
    const found = await read(url, MAX_IMAGE_BYTES);
    if ("reason" in found) return found;
    const fault = findImageFault(found.bytes);
    if (fault) return { reason: fault };
    return { url: database ? await addMedia(database, found.name, found.bytes) : address };
  }

  return async (url) => (getMediaKey(url) ? { url } : sharePromise(known, url, store));
}
