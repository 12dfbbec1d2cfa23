import { readFile } from "node:fs/promises";
import { readFeed } from "../feeds/parse/readFeed.ts";

interface ParseOptions {
  /** The Content-Type header that the files came with. */
  contentType: string | undefined;
  /** The address that they came from. */
  url: string | undefined;
}

/**
 * `npx broadsheet parse FILE…`: reads feeds from files and prints one JSON line a file.
 *
 * @returns 0 where every file was read, else 1
 */
export async function parseFiles(
  files: readonly string[],
  { contentType, url }: ParseOptions,
  print: (line: string) => void,
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
