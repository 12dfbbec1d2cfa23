import { join } from "node:path";
import { pino } from "pino";
import { loadEditions } from "../../server/editions/load.ts";
import { openParser } from "../../server/feeds/parse/parser.ts";
import { followFeeds } from "../../server/feeds/plan.ts";
import { openPoller } from "../../server/feeds/poll.ts";
import { openOutbound } from "../../server/net/outbound.ts";
import { type News, newsOf } from "../../server/news/news.ts";
import { type FeedState, feedStatesOf, nudgeFeed } from "../../server/store/feeds.ts";
import { openDatabase } from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema.ts";
import type { FeedHost } from "./feedHost.ts";
import { temporaryFolder } from "./site.ts";

/**
 * The part of the server that polls and tells, all of it real, with a clock that a test turns: a day of polling takes
 * seconds.
 */
export interface Desk {
  database: Database;
  news: News;
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets time pass without a poll. */
  pass(minutes: number): void;
  /** Polls what is due, and waits until all of it has ended. */
  poll(): Promise<void>;
  /** Lets time pass and polls every so often on the way. */
  run(minutes: number, step: number): Promise<void>;
  nudge(url: string): Promise<void>;
  /**
   * Whether a host that hangs is waited for as shortly as a test can bear. A machine that is busy may take that long to
   * answer itself well, so that nothing which must come can be asked for in a hurry.
   */
  hurry(isHurried: boolean): void;
  state(url: string): Promise<FeedState>;
  close(): Promise<void>;
}

const MINUTE = 60_000;

/**
 * @param editions the folder of the editions, of which the first is told
 * @param startAt what the clock says at first, milliseconds since 1970
 * @param others hosts beside the feed host that may be fetched from
 */
export async function openDesk(
  editions: string,
  host: FeedHost,
  startAt: number,
  others: readonly string[] = [],
): Promise<Desk> {
  const folder = await temporaryFolder();
  const database = await openDatabase(`sqlite:${join(folder.path, "desk.db")}`);
  const loaded = await loadEditions(editions);
  const options = { allowedHosts: [host.allowed, ...others], userAgent: "Broadsheet test" };
  const patient = openOutbound(options);
  const hurried = openOutbound({ ...options, limits: { connectMs: 400, headersMs: 200, totalMs: 400 } });
  let outbound = patient;
  const parser = openParser();
  let now = startAt;
  let seed = 1;
  await followFeeds(database, loaded, new Date(startAt).toISOString());
  const poller = openPoller({
    editions: { all: () => loaded, onChange: () => {} },
    database,
    ways: { outbound: { ...patient, get: (...asked) => outbound.get(...asked) }, parser },
    log: pino({ level: "silent" }),
    now: () => now,
    // A random number that is the same in every run.
    random: () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    },
  });
  const [edition] = loaded;
  if (!edition) throw new Error("There is no edition.");

  async function poll() {
    await poller.tick();
    await poller.idle();
  }

  return {
    database,
    news: newsOf(edition, database, () => Number.POSITIVE_INFINITY),
    now: () => now,
    pass(minutes) {
      now += minutes * MINUTE;
    },
    poll,
    async run(minutes, step) {
      for (const end = now + minutes * MINUTE; now < end; ) {
        now += step * MINUTE;
        await poll();
      }
    },
    nudge: async (url) => void (await nudgeFeed(database, url, new Date(now).toISOString())),
    hurry(isHurried) {
      outbound = isHurried ? hurried : patient;
    },
    async state(url) {
      const [state] = await feedStatesOf(database, [url]);
      if (!state) throw new Error(`${url} is not known.`);
      return state;
    },
    async close() {
      await poller.stop();
      await Promise.all([patient.close(), hurried.close()]);
      await parser.close();
      await database.destroy();
      await folder.remove();
    },
  };
}
