import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AdSlotFile } from "./ads.ts";

/** @returns a line for each picture of a sold advertisement that the edition's media folder does not hold */
export async function findMissingAdPictures(folder: string, ads: readonly AdSlotFile[]): Promise<string[]> {
  const pictures = ads.flatMap(({ sold }) => sold.map(({ picture }) => picture));
  const faults: string[] = [];
  for (const picture of pictures) {
    const isThere = await access(join(folder, "media", picture)).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
    const file = join(folder, "edition.yaml");
    const line = (await readFile(file, "utf8")).split("\n").findIndex((line) => line.includes(picture)) + 1;
    faults.push(`${file}:${line}: found the picture "${picture}"; allowed is a file in ${join(folder, "media")}.`);
  }
  return faults;
}
