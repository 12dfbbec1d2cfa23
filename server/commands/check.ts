import { loadEditions } from "../editions/load.ts";
import { EditionError } from "../editions/yaml.ts";
import type { Print } from "./command.ts";

/** `npx broadsheet check`: validates all editions and prints a summary of each, or all errors with file and line. */
export async function checkEditions(folder: string, print: Print): Promise<number> {
  try {
    for (const edition of await loadEditions(folder)) {
      const feeds = new Set(edition.sections.flatMap((section) => section.feeds.map((feed) => feed.url))).size;
      const { size } = edition.samplesBySlug;
      print(
        `${edition.id}: ${edition.name}, ${edition.sections.length} sections, ${feeds} feeds, ${size} samples. OK.`,
      );
    }
    return 0;
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    print(error.message);
    return 1;
  }
}
