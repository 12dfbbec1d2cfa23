import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sharePromise } from "../../../core/sharedPromises.ts";
import { isServedMedia } from "../../editions/loading/mediaTypes.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import type { FileImport } from "./importImages.ts";
import type { ReadOldFile } from "./oldFiles.ts";

const MAX_FILE_BYTES = 300_000_000;
const MAX_NAME_LENGTH = 100;

/**
 * Creates a function that copies a file of the old site to `media` in the edition's folder.
 *
 * @param folder the edition's folder; null if the edition is in the store, to which no files can be added
 * @param mayWrite false to only check that the file can be copied
 */
export function createFileImport(
  folder: string | null,
  read: ReadOldFile,
  mayWrite: boolean,
): (url: string) => Promise<FileImport> {
  const known = new Map<string, Promise<FileImport>>();

  async function copy(address: string): Promise<FileImport> {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return { reason: "is not a web address" };
    if (folder === null) return { reason: "was not copied, since the edition is in the store and not in a folder" };
    const found = await read(url, MAX_FILE_BYTES);
    if ("reason" in found) return found;
    if (!isServedMedia(found.name)) return { reason: "has a type that is not served" };
    return { url: `/media/${await write(join(folder, "media"), found.name, found.bytes)}` };
  }

  /**
   * Writes a file to the folder `media` and returns its name. The name is made from `oldName`, and begins with a digest
   * if another file already has the name.
   */
  async function write(media: string, oldName: string, bytes: Uint8Array): Promise<string> {
    const name = oldName
      .normalize("NFC")
      .replaceAll(/[^\w.-]/g, "-")
      .replace(/^\.+/, "")
      .slice(-MAX_NAME_LENGTH);
    const present = await readFile(join(media, name)).catch(ignoreMissing);
    if (present?.equals(bytes)) return name;
    const free = present ? `${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}-${name}` : name;
    if (!mayWrite) return free;
    await mkdir(media, { recursive: true });
    // Writes the file under a temporary name first, since a server that reads the folder must not see half a file.
    const temporary = join(media, `.${free}.${process.pid}`);
    await writeFile(temporary, bytes);
    await rename(temporary, join(media, free));
    return free;
  }

  return (url) => sharePromise(known, url, copy);
}
