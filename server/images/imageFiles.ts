import { rm } from "node:fs/promises";
import { join } from "node:path";
import { getWidths, IMAGE_FORMATS, type ImageFormat } from "../../core/image.ts";

/** Name of the images' folder in DATA_DIR. */
export const IMAGE_FOLDER = "pictures";

export function getImageFile(folder: string, key: string, width: number, format: ImageFormat): string {
  return join(folder, `${key}-${width}.${format}`);
}

/** Removes all files of an image whose original is `width` pixels wide. */
export async function removeImageFiles(folder: string, key: string, width: number): Promise<void> {
  for (const size of getWidths(width))
    for (const format of IMAGE_FORMATS) await rm(getImageFile(folder, key, size, format), { force: true });
}
