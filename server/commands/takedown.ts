import type { Config } from "../config.ts";
import { setTakenDown } from "../store/articles.ts";
import { openDatabase } from "../store/open.ts";
import type { Print } from "./command.ts";

/** `npx broadsheet takedown SLUG`: removes a story; no feed can bring it back. Restores it if `undo` is true. */
export async function takeDown(slugOrUrl: string, undo: boolean, config: Config, print: Print): Promise<number> {
  // Operators also paste the URL of the page.
  const slug = decodeURIComponent(slugOrUrl.replace(/^.*\/article\//, "").replace(/[?#].*$/, ""));
  const database = await openDatabase(config.DATABASE_URL);
  const isKnown = await setTakenDown(database, slug, undo ? null : new Date().toISOString());
  await database.destroy();
  if (!isKnown) {
    print(`No story from a feed has the slug ${slug}. Remove an edition's own story from its samples.yaml.`);
    return 1;
  }
  print(
    undo
      ? `${slug} is restored.`
      : `${slug} is taken down: /article/${slug} responds with 410. Use --undo to restore it.`,
  );
  return 0;
}
