import { basename, dirname } from "node:path";
import { decodePercent } from "../../core/addresses.ts";
import { EditorError } from "../editorError.ts";
import { FileFault, readFileInside } from "../files/filesInside.ts";
import { isSupportedImage } from "../images/imageFiles.ts";
import type { Database } from "../store/schema/schema.ts";
import { addMedia, getMediaKey, hasMedia } from "../store/stories/storyMedia.ts";
import type { StaffStoryContent } from "./content.ts";
import { listImagesOfStory, replaceImageFiles } from "./storyFile.ts";

export const MAX_IMAGE_BYTES = 30_000_000;

/**
 * Stores the images to which a story's file refers by path. Returns the content with the new URLs of these images.
 * Images on the web keep their URLs, and are downloaded later, like images of feeds.
 *
 * @param story path and text of the story's file
 * @throws {EditorError} for an image that is missing, too large, not an image, or outside of the file's folder; then no
 * image is stored
 */
export async function storeStoryImages(
  database: Database,
  content: StaffStoryContent,
  story: { path: string; source: string },
): Promise<StaffStoryContent> {
  const files = listImagesOfStory(content).filter((file) => !/^https?:/i.test(file));
  const local = files.filter((file) => !getMediaKey(file));
  for (const file of files) await checkFile(file);
  const urls = new Map<string, string>();
  // Reads each image again after the checks, since all images together may not fit in memory.
  for (const file of local) urls.set(file, await addMedia(database, basename(decodePercent(file)), await read(file)));
  return replaceImageFiles(content, urls);

  async function checkFile(file: string): Promise<void> {
    const key = getMediaKey(file);
    const fault =
      key === undefined
        ? findImageFault(await read(file))
        : (await hasMedia(database, key))
          ? null
          : "is not in the store";
    if (fault) throw toError(file, fault);
  }

  async function read(file: string): Promise<Buffer<ArrayBuffer>> {
    return readFileInside(dirname(story.path), decodePercent(file), MAX_IMAGE_BYTES).catch((error) => {
      throw error instanceof FileFault ? toError(file, error.message) : error;
    });
  }

  function toError(file: string, fault: string): EditorError {
    const line = story.source.slice(0, Math.max(0, story.source.indexOf(file))).split("\n").length;
    return new EditorError(`${story.path}:${line}: the image ${file} ${fault}.`);
  }
}

/** Returns the reason why a file can't be a story's image, as the predicate of a sentence; null if it can. */
export function findImageFault(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_IMAGE_BYTES) return `is larger than ${MAX_IMAGE_BYTES / 1e6} MB`;
  return isSupportedImage(bytes) ? null : "is not a JPEG, PNG, WebP, GIF, AVIF, HEIF or TIFF image";
}
