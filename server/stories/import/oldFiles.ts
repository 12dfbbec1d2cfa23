import { basename } from "node:path";
import { decodePercent } from "../../../core/addresses.ts";
import { removeImageSize } from "../../../core/originalImage.ts";
import { toMessage } from "../../../core/toMessage.ts";
import { FileFault, readFileInside } from "../../files/filesInside.ts";
import type { Outbound } from "../../net/outbound.ts";
import { UNKNOWN_SITE } from "./storyExport.ts";

/** File of the old site, or the reason why it can't be read: a predicate, such as "is not in the folder". */
type OldFile = { name: string; bytes: Uint8Array<ArrayBufferLike> } | { reason: string };

/** Reads a file of the old site. `url` is the file's URL on the old site. */
export type ReadOldFile = (url: URL, maxBytes: number) => Promise<OldFile>;

interface Parts {
  /** Local folders with copies of the old site's images and files. */
  folders: readonly string[];
  outbound: Pick<Outbound, "get">;
  /** False to read only local copies. */
  mayDownload: boolean;
}

/**
 * Number of consecutive failures after which nothing more is requested from a host. Each failure may last until a
 * timeout.
 */
const MAX_HOST_FAILURES = 3;

/** Creates a function that reads a file of the old site from the local folders, or else downloads it. */
export function createFileReader({ folders, outbound, mayDownload }: Parts): ReadOldFile {
  const failures = new Map<string, number>();

  async function download(url: URL): Promise<OldFile> {
    if (url.origin === UNKNOWN_SITE) return { reason: "is not in the folder, and can be downloaded only with --site" };
    const failed = failures.get(url.host) ?? 0;
    if (failed >= MAX_HOST_FAILURES) return { reason: `was not tried, since ${url.host} does not respond` };
    try {
      const { status, body } = await outbound.get(url.href, {
        accept: "image/avif,image/webp,image/*;q=0.8,*/*;q=0.5",
      });
      failures.delete(url.host);
      if (status !== 200) return { reason: `responds with status ${status}` };
      return { name: decodePercent(basename(url.pathname)), bytes: body };
    } catch (error) {
      failures.set(url.host, failed + 1);
      return { reason: `can't be downloaded: ${toMessage(error)}` };
    }
  }

  return async (url, maxBytes) => {
    for (const folder of folders) {
      const found = await readFromFolder(folder, url, maxBytes);
      if (found) return found;
    }
    return mayDownload ? download(url) : { reason: "is not in the folder, and would be downloaded" };
  };
}

/**
 * Reads a file from a folder. If `url` is that of an image's smaller copy, prefers the original. Returns null if the
 * file is missing. If the file can't be read, for example because it is a link out of the folder, returns the reason.
 */
async function readFromFolder(folder: string, url: URL, maxBytes: number): Promise<OldFile | null> {
  const path = decodePercent(url.pathname);
  const withoutSize = removeImageSize(path);
  const toInFolder = (full: string) =>
    full.replace(/^.*?\/(?:wp-content\/uploads|content\/(?:images|files|media))\//, "");
  const toInContent = (full: string) => full.replace(/^.*?\/(?:wp-content|content)\//, "");
  for (const candidate of new Set([
    toInFolder(withoutSize),
    toInFolder(path),
    toInContent(withoutSize),
    toInContent(path),
    path,
  ])) {
    // Makes the path relative to the folder, even if it begins with a slash.
    const file = candidate.replace(/^\/+/, "");
    try {
      return { name: basename(file), bytes: await readFileInside(folder, file, maxBytes) };
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      if (!error.isMissing) return { reason: `is ${file} in the folder, which ${error.message}` };
    }
  }
  return null;
}
