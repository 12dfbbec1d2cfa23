import { join } from "node:path";
import type { PictureFormat } from "../../core/picture.ts";

/** Where one size of a picture lies. */
export function pictureFile(folder: string, key: string, width: number, format: PictureFormat): string {
  return join(folder, `${key}-${width}.${format}`);
}
