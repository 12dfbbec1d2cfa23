import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes an edition that has only what every edition needs: Local News with a feed, and Schools without one.
 *
 * @param more lines of `edition.yaml`
 * @returns the folder, for EDITIONS_DIR
 */
export async function writeMinimalEdition(folder: string, feedUrl: string, more = ""): Promise<string> {
  await mkdir(join(folder, "harbor"), { recursive: true });
  await writeFile(
    join(folder, "harbor/edition.yaml"),
    `name: The Harbor Light
place: Port Harbor
language: en-US
timeZone: America/Chicago
sections:
  - { slug: local, name: Local News, feeds: [{ url: "${feedUrl}", publisher: The Test Wire }] }
  - { slug: schools, name: Schools }
${more}`,
  );
  return folder;
}
