import { triggerFeed } from "../../server/store/feeds/feeds.ts";
import { openDatabase } from "./stores.ts";

/** Makes a running site poll feeds now, like `npx broadsheet feeds poll`, but without a process for each feed. */
export async function pollNow(databaseUrl: string, ...feeds: string[]): Promise<void> {
  const database = await openDatabase(databaseUrl);
  for (const feed of feeds)
    if (!(await triggerFeed(database, feed, new Date().toISOString())))
      throw new Error(`The site has no feed ${feed}.`);
  await database.destroy();
}
