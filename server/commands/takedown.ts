import type { Config } from "../config.ts";
import { setTakenDown } from "../store/articles.ts";
import { openDatabase } from "../store/open.ts";

/**
 * `npx broadsheet takedown SLUG`: removes a story for good. Its page answers 410, and its feed cannot bring it back.
 *
 * @param undo brings it back instead
 */
export async function takeDown(
  slugOrAddress: string,
  undo: boolean,
  config: Config,
  print: (line: string) => void,
): Promise<number> {
  // Operators copy the address from the page, so that is understood too.
  const slug = decodeURIComponent(slugOrAddress.replace(/^.*\/article\//, "").replace(/[?#].*$/, ""));
  const database = await openDatabase(config.DATABASE_URL);
  const isKnown = await setTakenDown(database, slug, undo ? null : new Date().toISOString());
  await database.destroy();
  if (!isKnown) {
    print(`No story from a feed has the slug ${slug}. The edition's own stories are removed from its samples.yaml.`);
    return 1;
  }
  print(undo ? `${slug} is back.` : `${slug} is taken down: /article/${slug} answers 410. Undo it with --undo.`);
  return 0;
}
