import type { Config } from "../config.ts";
import { fetchFeed } from "../feeds/fetch/fetchFeed.ts";
import { openWays } from "../feeds/fetch/openFetcher.ts";
import { planFeeds } from "../feeds/plan.ts";
import { healthOf } from "../news/sources.ts";
import { nudgeCalendar } from "../store/calendars.ts";
import { feedStatesOf, nudgeFeed } from "../store/feeds.ts";
import { openDatabase } from "../store/open.ts";
import { editionsIfRight } from "./editions.ts";
import { tableLines } from "./table.ts";

type Print = (line: string) => void;

/** `npx broadsheet feeds`: how every feed of the editions is, by the store. */
export async function listFeeds(config: Config, print: Print): Promise<number> {
  const plan = planFeeds(await editionsIfRight(config.EDITIONS_DIR, print));
  const database = await openDatabase(config.DATABASE_URL);
  const states = new Map((await feedStatesOf(database, [...plan.keys()])).map((state) => [state.url, state]));
  await database.destroy();
  const rows = [...plan.values()].map(({ url, publisher, followedBy }) => {
    const state = states.get(url);
    return [
      publisher,
      followedBy.map(({ section }) => section).join(", "),
      healthOf(state),
      state?.transport ?? "-",
      state?.intervalMinutes ? `${Math.round(state.intervalMinutes)} min` : "-",
      minute(state?.lastSuccessAt),
      minute(state?.nextPollAt),
      String(state?.failures ?? 0),
      url + (state?.adoptedUrl ? ` (now ${state.adoptedUrl})` : ""),
      state?.lastError ?? "",
    ];
  });
  const head = [
    "publisher",
    "sections",
    "state",
    "transport",
    "every",
    "last success",
    "next",
    "failures",
    "feed",
    "error",
  ];
  for (const line of tableLines(head, rows)) print(line.trimEnd());
  return 0;
}

/**
 * `npx broadsheet feeds check [URL…]`: tries feeds now, those of the editions where none is named, and shows how each did.
 *
 * @param progress is told how many are done, of how many
 * @returns 0 where every feed was read, else 1
 */
export async function checkFeeds(
  urls: readonly string[],
  config: Config,
  print: Print,
  progress: (done: number, all: number) => void,
): Promise<number> {
  const editions = await editionsIfRight(config.EDITIONS_DIR, print);
  const plan = planFeeds(editions);
  const wanted = urls.length > 0 ? urls : [...plan.keys()];
  const ways = openWays(config, () => editions);
  let done = 0;
  progress(0, wanted.length);
  const checked = await Promise.all(
    wanted.map(async (url) => {
      const relays = plan.get(url)?.relays ?? editions[0]?.relays ?? [];
      const { feed, used, attempts } = await fetchFeed({ url, direct: url, relays }, ways);
      progress(++done, wanted.length);
      const reasons = attempts.flatMap(({ transport, reason }) => (reason ? [`${transport}: ${reason}`] : []));
      const ms = attempts.reduce((sum, attempt) => sum + attempt.ms, 0);
      return {
        isRead: feed !== null,
        row: [
          feed ? "read" : "failed",
          used?.transport ?? "-",
          String(feed?.articles.length ?? "-"),
          String(ms),
          url,
          reasons.join(" "),
        ],
      };
    }),
  );
  await ways.close();
  const head = ["state", "transport", "articles", "ms", "feed", "what failed"];
  const rows = checked.map(({ row }) => row);
  for (const line of tableLines(head, rows)) print(line.trimEnd());
  const read = checked.filter(({ isRead }) => isRead).length;
  print(`${read} of ${checked.length} feeds read.`);
  return read === checked.length ? 0 : 1;
}

/** `npx broadsheet feeds poll URL`: makes a feed, or a calendar, due now, so that the running server fetches it within a second. */
export async function nudge(url: string, config: Config, print: Print): Promise<number> {
  const database = await openDatabase(config.DATABASE_URL);
  const now = new Date().toISOString();
  const isKnown = (await nudgeFeed(database, url, now)) || (await nudgeCalendar(database, url, now));
  await database.destroy();
  print(isKnown ? `${url} is due now.` : `No edition follows ${url}: compare it with the feeds in edition.yaml.`);
  return isKnown ? 0 : 1;
}

function minute(instant: string | null | undefined): string {
  return instant ? `${instant.slice(0, 16).replace("T", " ")}Z` : "-";
}
