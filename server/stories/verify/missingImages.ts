import { basename } from "node:path";
import { decodePercent } from "../../../core/addresses.ts";
import { removeImageSize } from "../../../core/originalImage.ts";
import { listImagesByUrl } from "../../store/articles/images.ts";
import type { Database } from "../../store/schema/schema.ts";
import { findMediaName, getMediaKey } from "../../store/stories/storyMedia.ts";
import type { StaffStoryContent } from "../content.ts";
import type { ReadOldFile } from "../import/oldFiles.ts";
import { listImagesOfStory } from "../storyFile.ts";

/** Messages about images that a page lacks. Each message is a clause without a period. */
interface MissingImages {
  differences: string[];
  /** Messages about images that the import could not store, and has already reported. */
  known: string[];
}

/**
 * Explains why a story's page lacks images: they are not converted yet, were not stored, or are not in the story.
 *
 * @param expected URLs of the images in the export
 * @param content content of the story in the store
 * @param read reads files of the old site, as the import did
 */
export async function explainMissingImages(
  database: Database,
  expected: readonly string[],
  content: StaffStoryContent,
  read: ReadOldFile,
): Promise<MissingImages> {
  const found: MissingImages = { differences: [], known: [] };
  const { sponsor: _logo, ...withoutLogo } = content;
  const stored = listImagesOfStory(withoutLogo);
  const images = new Map((await listImagesByUrl(database, stored)).map((image) => [image.url, image]));
  const names = new Set<string>();
  for (const url of stored) {
    const key = getMediaKey(url);
    const name = key === undefined ? url : ((await findMediaName(database, key)) ?? key);
    names.add(toComparable(name));
    if (key === undefined) found.known.push(`the image ${url} is not in the store`);
    else if (images.get(url)?.width == null) found.differences.push(`the image ${name} is not converted yet`);
  }
  const addresses = new Set(expected);
  for (const address of addresses) {
    if (names.has(toComparable(address))) continue;
    const url = URL.parse(address);
    const file = url && (await read(url, Number.MAX_SAFE_INTEGER));
    // The import has already reported old files that cannot be read. If two files have the same bytes, the store has
    // only the name of one. So an image without a matching name is missing only if the story has too few images.
    if (file && "reason" in file && !/would be downloaded$/.test(file.reason))
      found.known.push(`the image ${address} ${file.reason}`);
    else if (stored.length < addresses.size) found.differences.push(`the image ${address} is not in the story`);
  }
  return found;
}

/**
 * Returns an image's file name as the store writes it. Removes the size that WordPress adds to names of smaller copies.
 */
function toComparable(address: string): string {
  const name = decodePercent(basename(URL.parse(address)?.pathname ?? address)).replaceAll(/[^\w.-]/g, "-");
  return removeImageSize(name);
}
