import { toCleanLine } from "../../../core/controls.ts";
import { getOwnFeedUrl } from "../../../core/ownFeeds.ts";
import { toMessage } from "../../../core/toMessage.ts";
import { EditorError } from "../../editorError.ts";
import { queueStoryImages } from "../../images/candidates.ts";
import { isSupportedImage } from "../../images/imageFiles.ts";
import type { InspectedImage } from "../../images/inspect.ts";
import { requireCapability } from "../../people/capabilities.ts";
import { withWriterLock } from "../../store/engines/engine.ts";
import { logAction } from "../../store/stories/editorLog.ts";
import { addMediaDetails, saveThumbnails } from "../../store/stories/mediaLibrary.ts";
import { addMedia, getMediaKey } from "../../store/stories/storyMedia.ts";
import type { StoryEditing } from "../storyEditing.ts";
import { MAX_IMAGE_BYTES } from "../storyImages.ts";
import { foldDetails, toStoredThumbnails } from "./details.ts";

/**
 * Decodes an image in a separate process. Concurrent calls wait for their turn.
 *
 * @param load called when the image's turn comes, so that few images are in memory at the same time
 * @throws {Error} with the reason, if the file is not an image or is too large
 */
export type InspectImage = (load: () => Uint8Array | Promise<Uint8Array>) => Promise<InspectedImage>;

const MAX_NAME = 200;

/**
 * Adds an image to an edition's library. Images with equal bytes are stored only once. Adding an image that is already
 * in the library changes nothing.
 *
 * @param file.name name of the file that the person chose
 * @returns the image's key
 * @throws {EditorError} with a sentence for the person, if the file is not an image that the site can show
 */
export async function addImage(
  editing: StoryEditing,
  { name, bytes }: { name: string; bytes: Uint8Array },
  inspect: InspectImage,
): Promise<string> {
  const { database, edition, actor, now } = editing;
  requireCapability(actor, edition.id, "add images");
  const line = toCleanLine(name).slice(-MAX_NAME) || "image";
  const { reduced, width, height, thumbnails } = await inspectFile(line, bytes, inspect);
  return withWriterLock(database, async (transaction) => {
    const url = await addMedia(transaction, line, reduced ?? bytes);
    const key = getMediaKey(url) ?? "";
    const details = { name: line, alt: "", is_decorative: 0, caption: "", credit: "", focus: null, width, height };
    const row = { ...details, key, edition: edition.id, added_at: now, added_by: actor.name };
    const added = await addMediaDetails(transaction, [{ ...row, words: foldDetails(edition, details) }]);
    await saveThumbnails(transaction, key, { width, height }, toStoredThumbnails(thumbnails));
    // Queues the image for conversion at once, so that the first preview can show it.
    const [section] = edition.sections;
    if (section) await queueStoryImages(getOwnFeedUrl(edition.id, section.slug), url, "", transaction);
    if (added > 0)
      await logAction(transaction, editing, { action: "add", subject: `image ${key}`, before: null, after: details });
    return key;
  });
}

async function inspectFile(name: string, bytes: Uint8Array, inspect: InspectImage): Promise<InspectedImage> {
  if (bytes.length > MAX_IMAGE_BYTES)
    throw new EditorError(`${name} is larger than ${MAX_IMAGE_BYTES / 1e6} MB. Save it smaller, and add it again.`);
  if (!isSupportedImage(bytes))
    throw new EditorError(
      `${name} is not an image that the site can show. Add a JPEG, PNG, WebP, GIF, AVIF or TIFF file.`,
    );
  try {
    return await inspect(() => bytes);
  } catch (error) {
    throw new EditorError(`${name} can’t be used. ${explain(toMessage(error))}`, { cause: error });
  }
}

/** Converts the decoder's error message to a sentence for the person who adds the image. */
function explain(reason: string): string {
  if (/^The image |took longer|needed more/.test(reason)) return reason;
  if (/heif|hevc/i.test(reason)) return "HEIC photos have to be saved as JPEG first.";
  return "The file is damaged, or not complete.";
}
