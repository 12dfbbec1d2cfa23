import { rm } from "node:fs/promises";
import { join } from "node:path";
import { getWidths, IMAGE_FORMATS, type ImageFormat } from "../../core/imageSizes.ts";

/** Name of the images' folder in DATA_DIR. */
export const IMAGE_FOLDER = "pictures";

/** One size of an image in one format. */
export interface ImageFile {
  /** The image's key in our URLs. */
  key: string;
  width: number;
  format: ImageFormat;
}

/** Returns a file's name on the disk and in S3. */
export function getImageName({ key, width, format }: ImageFile): string {
  return `${key}-${width}.${format}`;
}

export function getImageFile(folder: string, key: string, width: number, format: ImageFormat): string {
  return join(folder, getImageName({ key, width, format }));
}

/** Returns the key in an image file's name; null for other files. */
export function getKeyOfName(name: string): string | null {
  return /^([\w-]{16})-\d+\.(?:avif|webp)$/.exec(name)?.[1] ?? null;
}

/** Returns all files of an image whose original is `width` pixels wide. */
export function listImageFiles(key: string, width: number): ImageFile[] {
  return getWidths(width).flatMap((size) => IMAGE_FORMATS.map((format) => ({ key, width: size, format })));
}

/** Removes all files of an image whose original is `width` pixels wide. */
export async function removeImageFiles(folder: string, key: string, width: number): Promise<void> {
  for (const file of listImageFiles(key, width)) await rm(join(folder, getImageName(file)), { force: true });
}

const SIGNATURES: readonly RegExp[] = [
  /^\xff\xd8\xff/, // JPEG
  /^\x89PNG\r\n/,
  /^RIFF.{4}WEBP/s,
  /^GIF8[79]a/,
  /^.{4}ftyp(?:avif|avis|hei[cxms]|mif1|msf1)/s, // AVIF, HEIF
  /^(?:II\*\0|MM\0\*)/, // TIFF
];

/** Returns true if the first bytes are those of a supported format. SVG is excluded, since it may contain scripts. */
export function isSupportedImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return SIGNATURES.some((signature) => signature.test(start));
}
