import type { Config } from "../config.ts";
import type { BrokenEdition, Edition } from "../editions/loading/load.ts";
import { getPublicUrl } from "../editions/schema/address.ts";
import { getFeedHealth } from "../news/sources.ts";
import { listNewestHeadlines } from "../store/articles/headlines.ts";
import { listFeedStates } from "../store/feeds/feeds.ts";
import type { Database } from "../store/schema/schema.ts";
import { listTakenDown } from "../store/takedowns/takedowns.ts";
import { listProblems } from "./check/listProblems.ts";
import { formatMinute, openStore, print, printTable, readServedEditions } from "./command.ts";

/** State of an edition. If its files are invalid, only `id`, `address` and `faults` are known. */
interface Row {
  id: string;
  name: string | null;
  address: string | null;
  sections: number;
  /** Number of feeds in each state, such as "working". */
  feeds: Record<string, number>;
  /** ISO 8601 time of the newest story; null if no story is stored. */
  newestStory: string | null;
  /** Number of confirmed subscribers; null if the edition has no briefing. */
  subscribers: number | null;
  faults: string[];
}

/** `npx broadsheet editions`: prints the state of each edition that is served, as a table or as JSON. */
export async function printEditionsTable(config: Config, asJson: boolean): Promise<number> {
  const { editions, broken } = await readServedEditions(config);
  await using database = await openStore(config);
  const rows = [
    ...(await Promise.all(editions.map((edition) => toRow(edition, database)))),
    ...broken.map(toBrokenRow),
  ];
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  if (asJson) print(JSON.stringify(rows));
  else printRows(rows);
  return 0;
}

async function toRow(edition: Edition, database: Database): Promise<Row> {
  const { id, name, sections } = edition;
  const urls = [...new Set(sections.flatMap(({ feeds }) => feeds.map(({ url }) => url)))];
  const [states, takenDown, [newest = []], subscribers, faults] = await Promise.all([
    listFeedStates(database, urls),
    listTakenDown(database, "source", urls),
    listNewestHeadlines(database, edition.id, [{ feedUrls: urls }], 1),
    edition.newsletter ? countSubscribers(database, id) : null,
    listProblems(edition),
  ]);
  const feeds: Row["feeds"] = {};
  for (const state of states) {
    const health = getFeedHealth(state, takenDown.has(state.url));
    feeds[health] = (feeds[health] ?? 0) + 1;
  }
  const newestStory = newest[0]?.sortedAt ?? null;
  const address = getPublicUrl(edition);
  return { id, name, address, sections: sections.length, feeds, newestStory, subscribers, faults };
}

function toBrokenRow({ id, hosts, faults }: BrokenEdition): Row {
  const address = hosts[0] === undefined ? null : `https://${hosts[0]}`;
  return { id, name: null, address, sections: 0, feeds: {}, newestStory: null, subscribers: null, faults };
}

async function countSubscribers(database: Database, edition: string): Promise<number> {
  const row = await database
    .selectFrom("subscribers")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("edition", "=", edition)
    .where("status", "=", "confirmed")
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

function printRows(rows: readonly Row[]): void {
  const head = ["edition", "address", "sections", "feeds", "newest story", "subscribers", "faults"];
  printTable(
    head,
    rows.map(({ id, address, sections, feeds, newestStory, subscribers, faults }) => [
      id,
      address ?? "-",
      String(sections),
      Object.entries(feeds)
        .map(([state, count]) => `${count} ${state}`)
        .join(", ") || "-",
      formatMinute(newestStory),
      subscribers === null ? "-" : String(subscribers),
      String(faults.length),
    ]),
  );
  for (const fault of rows.flatMap(({ faults }) => faults)) print(fault);
}
