import { isUtf8 } from "node:buffer";
import { readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { StoryError } from "./editStories.ts";

/** Largest file of a story, in bytes: the longest text in UTF-8, and its head. */
const MAX_STORY_BYTES = 10_000_000;

/** Thrown for a file that can't be read. The message is the end of a sentence about it, such as "is a folder". */
export class FileFault extends Error {
  override name = "FileFault";
}

/**
 * Reads a file of a folder.
 *
 * @param file absolute, or relative to the folder
 * @throws {FileFault} if it is missing, too large, not a file, or outside of the folder, even through a symbolic link
 */
export async function readFileInside(folder: string, file: string, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  try {
    const path = await realpath(resolve(folder, file));
    const fromFolder = relative(await realpath(folder), path);
    if (fromFolder === ".." || fromFolder.startsWith("../") || isAbsolute(fromFolder))
      throw new FileFault(`is outside of the folder ${folder}`);
    const found = await stat(path);
    if (!found.isFile()) throw new FileFault(found.isDirectory() ? "is a folder" : "is not a file");
    if (found.size > maxBytes) throw new FileFault(`is larger than ${Math.round(maxBytes / 1e6)} MB`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof FileFault) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FileFault(code === "ENOENT" ? "is missing" : `can't be read: ${message}`);
  }
}

/** Reads the text of a story's file. @throws {StoryError} with its path, if it is unreadable or not UTF-8 */
export async function readStoryText(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name);
  const bytes = await readFileInside(folder, name, MAX_STORY_BYTES).catch((error) => {
    throw error instanceof FileFault ? new StoryError(`${path} ${error.message}.`) : error;
  });
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const invalid = isUtf8(bytes) ? text.indexOf("\0") : text.indexOf("\ufffd");
  if (invalid < 0) return text;
  const line = text.slice(0, invalid).split("\n").length;
  throw new StoryError(`${path}:${line}: found bytes that are not text in UTF-8. Save the file in that encoding.`);
}
