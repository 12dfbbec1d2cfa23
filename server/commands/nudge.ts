import type { Config } from "../config.ts";
import { nudgeCalendar } from "../store/events.ts";
import { nudgeFeed } from "../store/feeds.ts";
import { openDatabase } from "../store/open.ts";

/** `npx broadsheet feeds poll URL`: makes a feed, or a calendar, due now, so that the running server fetches it within a second. */
export async function nudge(url: string, config: Config, print: (line: string) => void): Promise<number> {
  const database = await openDatabase(config.DATABASE_URL);
  const now = new Date().toISOString();
  const isKnown = (await nudgeFeed(database, url, now)) || (await nudgeCalendar(database, url, now));
  await database.destroy();
  print(isKnown ? `${url} is due now.` : `No edition follows ${url}: compare it with the feeds in edition.yaml.`);
  return isKnown ? 0 : 1;
}
