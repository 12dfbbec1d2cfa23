import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";

/** Stores a file in the library. @throws {RequestError} with a sentence for the person, such as for a file that is no image */
export async function uploadImage(_edition: string, _file: File): Promise<LibraryImage> {
  throw new Error("not built yet");
}

/** Returns the address of an image's thumbnail in the desk. @param src as stories refer to it; other addresses have none */
export function getThumbnail(edition: string, src: string, width: 320 | 960): string {
  return `/api/${edition}/images/${src.replace(/^own:media\//, "")}/thumbnail?width=${width}`;
}
