import { loadEditions } from "../editions/load.ts";
import { EditionError } from "../editions/yaml.ts";

/** `npx broadsheet check`: says of each edition what it holds, or of each fault where it stands. */
export async function checkEditions(folder: string, print: (line: string) => void): Promise<number> {
  try {
    for (const edition of await loadEditions(folder)) {
      const feeds = new Set(edition.sections.flatMap((section) => section.feeds.map((feed) => feed.url))).size;
      const { size } = edition.samplesBySlug;
      print(
        `${edition.id}: ${edition.name}, ${edition.sections.length} sections, ${feeds} feeds, ${size} samples. All right.`,
      );
    }
    return 0;
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    print(error.message);
    return 1;
  }
}
