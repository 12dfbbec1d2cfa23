import { basename } from "node:path";
import { decodePercent } from "../../../core/addresses.ts";
import { sharePromise } from "../../../core/sharedPromises.ts";
import { toMessage } from "../../../core/toMessage.ts";
import { FileFault, readFileInside } from "../../files/filesInside.ts";
import type { Outbound } from "../../net/outbound.ts";
import type { Database } from "../../store/schema/schema.ts";
import { addMedia, getMediaKey } from "../../store/stories/storyMedia.ts";
import { findImageFault, MAX_IMAGE_BYTES } from "../storyImages.ts";
import { UNKNOWN_SITE } from "./storyExport.ts";

interface Parts {
  database: Database;
  outbound: Pick<Outbound, "get">;
  /** Copy of the old site's folder of images; null for none. */
  folder: string | null;
}

/** URL of an image in the store, or the reason why it could not be stored, as the end of a sentence. */
export type ImageImport = { url: string } | { reason: string };

/** Failures in a row after which a host is not tried again, since each may take until the client's timeout. */
const MAX_HOST_FAILURES = 3;

/** Creates a function that stores an image of the old site: from the folder, or else from the web. */
export function createImageImport({ database, outbound, folder }: Parts): (url: string) => Promise<ImageImport> {
  const known = new Map<string, Promise<ImageImport>>();
  const failures = new Map<string, number>();

  async function store(address: string): Promise<ImageImport> {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return { reason: "is not a web address" };
    const found = (folder !== null && (await readFromFolder(folder, url))) || (await download(url));
    if ("reason" in found) return found;
    const fault = findImageFault(found.bytes);
    return fault ? { reason: fault } : { url: await addMedia(database, found.name, found.bytes) };
  }

  async function download(url: URL): Promise<{ name: string; bytes: Uint8Array } | { reason: string }> {
    if (url.origin === UNKNOWN_SITE) return { reason: "is not in the folder, and can be downloaded only with --site" };
    const failed = failures.get(url.host) ?? 0;
    if (failed >= MAX_HOST_FAILURES) return { reason: `was not tried, since ${url.host} does not respond` };
    try {
      const { status, body } = await outbound.get(url.href, { accept: "image/avif,image/webp,image/*;q=0.8" });
      failures.delete(url.host);
      if (status !== 200) return { reason: `responds with status ${status}` };
      return { name: decodePercent(basename(url.pathname)), bytes: body };
    } catch (error) {
      failures.set(url.host, failed + 1);
      return { reason: `can't be downloaded: ${toMessage(error)}` };
    }
  }

  return async (url) => (getMediaKey(url) ? { url } : sharePromise(known, url, store));
}

/**
 * Reads an image from the folder, in its original size if the URL is that of a smaller copy. Returns null if it is
 * missing, and the reason if it can't be read, such as a link that leads out of the folder.
 */
async function readFromFolder(
  folder: string,
  url: URL,
): Promise<{ name: string; bytes: Uint8Array } | { reason: string } | null> {
  const path = decodePercent(url.pathname);
  const inFolder = path
    .replace(/^.*?\/(?:wp-content\/uploads|content\/images)\//, "")
    .replace(/^size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/, "");
  const original = inFolder.replace(/-\d+x\d+(?=\.\w+$)/, "");
  for (const candidate of new Set([original, inFolder, path])) {
    // A path from the address may begin with a slash, and means a file of the folder.
    const file = candidate.replace(/^\/+/, "");
    try {
      return { name: basename(file), bytes: await readFileInside(folder, file, MAX_IMAGE_BYTES) };
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      if (!error.isMissing) return { reason: `is ${file} in the folder, which ${error.message}` };
    }
  }
  return null;
}
