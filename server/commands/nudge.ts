import type { Config } from "../config.ts";
import { nudgeFeed } from "../store/feeds.ts";
import { openDatabase } from "../store/open.ts";

/** `npx broadsheet feeds poll URL`: makes a feed due now, so that the running server fetches it within a second. */
export async function nudge(url: string, config: Config, print: (line: string) => void): Promise<number> {
  const database = await openDatabase(config.DATABASE_URL);
  const isKnown = await nudgeFeed(database, url, new Date().toISOString());
  await database.destroy();
  print(isKnown ? `${url} is due now.` : `No edition follows ${url}: compare it with the feeds in edition.yaml.`);
  return isKnown ? 0 : 1;
}
