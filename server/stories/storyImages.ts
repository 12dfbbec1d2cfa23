import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { decodePercent } from "../../core/addresses.ts";
import { isSupportedImage } from "../images/imageFiles.ts";
import { addMedia, getMediaKey } from "../store/media.ts";
import type { Database } from "../store/schema.ts";
import type { OwnStoryContent } from "./content.ts";
import { StoryError } from "./editing.ts";
import { findImageFiles, replaceImageFiles } from "./storyFile.ts";

/** Largest image of a story, in bytes. */
const MAX_BYTES = 30 * 1024 * 1024;

/**
 * Stores the images that lie in a story's folder, and returns the content with their URLs. Images on the web stay, and
 * are downloaded as those of feeds are.
 *
 * @throws {StoryError} for a file that is missing, too large or no image
 */
export async function storeImages(
  database: Database,
  content: OwnStoryContent,
  folder: string,
): Promise<OwnStoryContent> {
  const urls = new Map<string, string>();
  for (const file of findImageFiles(content)) {
    if (/^https?:/i.test(file) || getMediaKey(file)) continue;
    const path = resolve(folder, decodePercent(file));
    const bytes = await readFile(path).catch((error: Error) => {
      throw new StoryError(`The image ${file} of "${content.title}" can't be read: ${error.message}.`);
    });
    const fault = findImageFault(bytes);
    if (fault) throw new StoryError(`${file} ${fault}.`);
    urls.set(file, await addMedia(database, basename(path), bytes));
  }
  return replaceImageFiles(content, urls);
}

/** Returns why a file can't be a story's image; null if it can. */
export function findImageFault(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_BYTES) return `is larger than ${MAX_BYTES / 1024 / 1024} MB`;
  return isSupportedImage(bytes) ? null : "is not a JPEG, PNG, WebP, GIF, AVIF, HEIF or TIFF image";
}
