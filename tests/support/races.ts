import { join } from "node:path";
import { type ContactEdition, takesMessages } from "../../server/contact/contact.ts";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { connectDatabase } from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { scaleLimit } from "./scaleLimit.ts";
import { temporaryFolder } from "./site.ts";
import { openDatabase, toStoreUrl } from "./stores.ts";

/** Maximum wait, in ms, for a lock. All attempts of a race take less time, even in sequence on a busy machine. */
const TIMEOUTS = { busyTimeoutMs: scaleLimit(60_000) };

/** An edition, and a store with two connections, as if two processes used the store at once. */
export interface RacedStore {
  /** Folder of the store, which may also hold other files of a test. */
  folder: string;
  edition: ContactEdition;
  /** The first of the two connections. */
  database: Database;
  /** Runs `work` as often as `times` says, all at once, alternating between the two connections. */
  race<Result>(times: number, work: (database: Database, number: number) => Promise<Result>): Promise<Result[]>;
  close(): Promise<void>;
}

export async function openRacedStore(): Promise<RacedStore> {
  const folder = await temporaryFolder();
  const [edition] = await loadEditions("editions");
  if (!edition || !takesMessages(edition)) throw new Error("The edition has no contact form.");
  const url = `sqlite:${join(folder.path, "races.db")}`;
  await (await openDatabase(url)).destroy();
  const store = await toStoreUrl(url);
  const [first, second] = [connectDatabase(store, TIMEOUTS), connectDatabase(store, TIMEOUTS)];
  return {
    folder: folder.path,
    edition,
    database: first,
    race: (times, work) =>
      Promise.all(Array.from({ length: times }, (_, number) => work(number % 2 ? second : first, number))),
    async close() {
      await Promise.all([first.destroy(), second.destroy()]);
      await folder.remove();
    },
  };
}

/** Returns the number of times that each value occurs. */
export function countBy<Value extends PropertyKey>(values: readonly Value[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));
}
