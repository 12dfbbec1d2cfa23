import { readFile } from "node:fs/promises";
import { readFeed } from "../feeds/parse/readFeed.ts";
import type { Print } from "./command.ts";

interface ParseOptions {
  /** Content-Type header of the files. */
  contentType: string | undefined;
  url: string | undefined;
}

/**
 * `npx broadsheet parse FILE…`: parses feed files and prints one JSON line per file.
 *
 * @returns 0 if every file was parsed, else 1
 */
export async function parseFiles(
  files: readonly string[],
  { contentType, url }: ParseOptions,
  print: Print,
): Promise<number> {
  let failed = 0;
  for (const file of files) {
    try {
      const { feed, fault } = readFeed(await readFile(file), { contentType, url });
      const { articles, ...facts } = feed;
      print(JSON.stringify({ file, feed: facts, articles, ...(fault && { fault }) }));
    } catch (error) {
      failed++;
      print(JSON.stringify({ file, error: (error as Error).message }));
    }
  }
  return failed > 0 ? 1 : 0;
}
