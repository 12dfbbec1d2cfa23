import { type Edition, loadEditions } from "../editions/load.ts";
import { EditionError } from "../editions/yaml.ts";

/** The editions, or none with a word about why: a command about feeds works without them, through no relay. */
export async function editionsIfRight(folder: string, print: (line: string) => void): Promise<Edition[]> {
  try {
    return await loadEditions(folder);
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    print(`The editions are wrong, so no relay is tried. ${error.message}`);
    return [];
  }
}
