import { NotFoundError } from "../../editorError.ts";
import type { ThumbnailWidth } from "../../images/inspect.ts";
import { hasCapability, requireCapability } from "../../people/capabilities.ts";
import { withWriterLock } from "../../store/engines/engine.ts";
import type { Database } from "../../store/schema/schema.ts";
import { logAction } from "../../store/stories/editorLog.ts";
import {
  findMediaDetails,
  findThumbnail,
  listMediaDetails,
  listMediaUses,
  saveThumbnails,
  updateMediaDetails,
} from "../../store/stories/mediaLibrary.ts";
import { findMedia } from "../../store/stories/storyMedia.ts";
import type { StoryEditing } from "../storyEditing.ts";
import type { InspectImage } from "./addImage.ts";
import { foldDetails, foldSearch, toStoredThumbnails } from "./details.ts";
import { listNewUses } from "./listUses.ts";

const PAGE_SIZE = 60;

/** Texts of an image in the library. Each story that shows the image has its own texts. */
export interface ImageDetails {
  alt: string;
  isDecorative: boolean;
  caption: string;
  credit: string;
  focus: string | null;
}

/**
 * Returns a page of the images in an edition's library, newest first, each with the stories that show it.
 *
 * @param search words in an image's texts, or in the titles of stories that show it; "" for all images
 * @param before key of the last image on the previous page; null for the first page
 */
export async function listImages(
  { database, edition, actor }: LibraryReading,
  { search, before }: { search: string; before: string | null },
) {
  await listNewUses(database, edition);
  const last = before === null ? undefined : await findMediaDetails(database, edition.id, before);
  const images = await listMediaDetails(database, edition.id, {
    words: foldSearch(edition, search),
    before: last ? { addedAt: last.added_at, key: last.key } : null,
    writer: toWriter({ edition, actor }),
    limit: PAGE_SIZE,
  });
  return addStories({ database, edition, actor }, images);
}

/**
 * Returns an image of an edition's library.
 *
 * @throws {NotFoundError} if neither the library nor a new or changed story has the image
 */
export async function readImage({ database, edition, actor }: LibraryReading, key: string) {
  const found = await findImage(database, edition, key);
  const [image] = await addStories({ database, edition, actor }, [found]);
  if (!image) throw new NotFoundError("There is no such image.");
  return image;
}

type LibraryEdition = StoryEditing["edition"];
type LibraryReading = Pick<StoryEditing, "database" | "edition" | "actor">;

async function findImage(database: Database, edition: LibraryEdition, key: string) {
  const known = await findMediaDetails(database, edition.id, key);
  if (known) return known;
  // Looks for the image in stories that have changed since images were last recorded.
  await listNewUses(database, edition);
  const found = await findMediaDetails(database, edition.id, key);
  if (!found) throw new NotFoundError("There is no such image.");
  return found;
}

/**
 * Returns the actor's name if the actor may see only his or her own unpublished stories; null if the actor may see all.
 */
function toWriter({ edition, actor }: Pick<LibraryReading, "edition" | "actor">): string | null {
  return hasCapability(actor, edition.id, "publish") ? null : actor.name;
}

async function addStories<Image extends { key: string }>(
  { database, edition, actor }: LibraryReading,
  images: readonly Image[],
) {
  const keys = images.map(({ key }) => key);
  const uses = await listMediaUses(database, edition.id, { keys, writer: toWriter({ edition, actor }) });
  return images.map((image) => {
    const own = uses.filter(({ key }) => key === image.key);
    return { ...image, stories: own.map(({ id, title }) => ({ id, title })) };
  });
}

/** Changes the texts of an image in the library, and logs the change. */
export async function describeImage(editing: StoryEditing, key: string, details: ImageDetails): Promise<void> {
  const { database, edition, actor } = editing;
  requireCapability(actor, edition.id, "add images");
  await withWriterLock(database, async (transaction) => {
    const { name, alt, is_decorative, caption, credit, focus } = await findImage(transaction, edition, key);
    const { isDecorative, ...texts } = details;
    const after = { ...texts, alt: isDecorative ? "" : texts.alt, is_decorative: isDecorative ? 1 : 0 };
    await updateMediaDetails(transaction, edition.id, key, {
      ...after,
      words: foldDetails(edition, { name, ...after }),
    });
    const before = { alt, is_decorative, caption, credit, focus };
    await logAction(transaction, editing, { action: "describe", subject: `image ${key}`, before, after });
  });
}

/**
 * Returns a thumbnail of an edition's image as a WebP file. Creates missing thumbnails, such as those of an image that
 * was added at the command line.
 *
 * @throws {NotFoundError} if the edition has no such image, or the image can't be decoded
 */
export async function readThumbnail(
  { database, edition }: Pick<StoryEditing, "database" | "edition">,
  { key, width }: { key: string; width: ThumbnailWidth },
  inspect: InspectImage,
): Promise<Uint8Array> {
  await findImage(database, edition, key);
  const stored = await findThumbnail(database, key, width);
  if (stored) return stored;
  const inspected = await inspect(async () => (await findMedia(database, key))?.bytes ?? new Uint8Array()).catch(() => {
    throw new NotFoundError("The image can’t be shown.");
  });
  const size = { width: inspected.width, height: inspected.height };
  await withWriterLock(database, (transaction) =>
    saveThumbnails(transaction, key, size, toStoredThumbnails(inspected.thumbnails)),
  );
  return inspected.thumbnails[width];
}
