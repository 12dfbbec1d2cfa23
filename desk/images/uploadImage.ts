import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { RequestError } from "../api.ts";
import { getTexts } from "../texts/texts.ts";

/** Formats that the site shows. Without HEIC in the list, iPhones convert their photos to JPEG files. */
export const IMAGE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif,image/tiff";

/** Maximum size of a file, in MB. The server has the same limit. */
const MAX_MEGABYTES = 30;
/** Delays, in ms, before a file is sent again to a desk that is busy with other uploads. */
const RETRY_MS = [1000, 2000, 4000, 8000] as const;

type OnProgress = (share: number) => void;

/**
 * Uploads a file to the library.
 *
 * @param onProgress called with the share that was sent, from 0 to 1; at 1, the server checks the file
 * @throws {RequestError} with a sentence for the person, for example if the file is not an image
 */
export async function uploadImage(edition: string, file: File, onProgress?: OnProgress): Promise<LibraryImage> {
  const texts = getTexts().images;
  if (file.size > MAX_MEGABYTES * 1e6) throw new RequestError(413, texts.tooLarge(file.name, MAX_MEGABYTES));
  for (const delayMs of [...RETRY_MS, null]) {
    const { status, body } = await send(edition, file, onProgress);
    if (status === 200) return JSON.parse(body) as LibraryImage;
    if (status === 0) throw new RequestError(0, texts.unreachable(file.name));
    if (status !== 503 || delayMs === null) throw new RequestError(status, body.trim());
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  throw new RequestError(503, "");
}

/** Sends a file by XMLHttpRequest, since `fetch` reports no progress. The status is 0 if the desk can't be reached. */
function send(edition: string, file: File, onProgress?: OnProgress) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: string }>();
  const request = new XMLHttpRequest();
  request.open("POST", `/api/${edition}/images?name=${encodeURIComponent(file.name)}`);
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(loaded / total));
  request.addEventListener("loadend", () => resolve({ status: request.status, body: request.responseText }));
  request.send(file);
  return promise;
}

/** Returns the address of an image's thumbnail in the desk; "" for an image on another site, which has no thumbnail. */
export function getThumbnail(edition: string, src: string, width: 320 | 960): string {
  const key = getKey(src);
  return key === null ? "" : `/api/${edition}/images/${key}/thumbnail?width=${width}`;
}

/** Returns the key of an image in the library; null for other images. */
export function getKey(src: string): string | null {
  return /^own:media\/([\w-]+)$/.exec(src)?.[1] ?? null;
}
