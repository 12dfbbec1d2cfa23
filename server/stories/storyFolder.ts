import { isUtf8 } from "node:buffer";
import { resolve } from "node:path";
import { EditorError } from "../editorError.ts";
import { FileFault, readFileInside } from "../files/filesInside.ts";

/** Maximum size of a story's file, in bytes: the longest text in UTF-8, and the head. */
const MAX_STORY_BYTES = 10_000_000;

/** Reads the text of a story's file. @throws {EditorError} with the path, if the file is unreadable or not UTF-8 */
export async function readStoryText(folder: string, name: string): Promise<string> {
  const path = resolve(folder, name);
  const bytes = await readFileInside(folder, name, MAX_STORY_BYTES).catch((error) => {
    throw error instanceof FileFault ? new EditorError(`${path} ${error.message}.`) : error;
  });
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const invalid = isUtf8(bytes) ? text.indexOf("\0") : text.indexOf("\ufffd");
  if (invalid < 0) return text;
  const line = text.slice(0, invalid).split("\n").length;
  throw new EditorError(`${path}:${line}: found bytes that are not text in UTF-8. Save the file in that encoding.`);
}
