import { join } from "node:path";
import { pino } from "pino";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { openFeedParsers } from "../../server/feeds/fetch/fetchTools.ts";
import { followFeeds } from "../../server/feeds/followedFeeds.ts";
import { createPoller } from "../../server/feeds/poller.ts";
import { openOutbound } from "../../server/net/outbound.ts";
import { createNews, type News } from "../../server/news/news.ts";
import type { FeedState } from "../../server/store/feeds/feedState.ts";
import { listFeedStates, triggerFeed } from "../../server/store/feeds/feeds.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import type { FeedHost } from "./feedHost.ts";
import { temporaryFolder } from "./site.ts";
import { openDatabase } from "./stores.ts";

/** The server's real polling and news with a clock that the test sets, so that a day of polling takes seconds. */
export interface PollSimulation {
  database: Database;
  news: News;
  /** Milliseconds since 1970. */
  now(): number;
  /** Advances the clock without a poll. */
  pass(minutes: number): void;
  /** Polls the feeds that are due and waits until all polls have ended. */
  poll(): Promise<void>;
  /** Advances the clock by `minutes`, in steps of `step` minutes, and polls after each step. */
  run(minutes: number, step: number): Promise<void>;
  trigger(url: string): Promise<void>;
  /**
   * Switches to short timeouts, for hosts that hang, or back to long timeouts. While timeouts are short, a test must
   * not depend on a response, which may take longer on a busy machine.
   */
  hurry(isHurried: boolean): void;
  state(url: string): Promise<FeedState>;
  close(): Promise<void>;
}

const MINUTE = 60_000;
/** Time limit, in ms: longer than any stall of a process on a busy machine. */
const PATIENT_MS = 240_000;
/** All simulations of a test worker share one parse process, since starting a process takes longer than most polls. */
const parsers = openFeedParsers(PATIENT_MS);

/**
 * @param editions folder of the editions; the simulation's `news` has the news of the first edition
 * @param startAt initial time, in ms since 1970
 * @param others hosts from which feeds may be fetched, in addition to the feed host
 */
export async function openPollSimulation(
  editions: string,
  host: FeedHost,
  startAt: number,
  others: readonly string[] = [],
): Promise<PollSimulation> {
  const folder = await temporaryFolder();
  const database = await openDatabase(`sqlite:${join(folder.path, "desk.db")}`);
  const loaded = await loadEditions(editions);
  const options = { allowedHosts: [host.allowed, ...others], userAgent: "Broadsheet test" };
  const patient = { connectMs: PATIENT_MS, headersMs: PATIENT_MS, totalMs: PATIENT_MS };
  const patientOutbound = openOutbound({ ...options, limits: patient });
  const hurriedOutbound = openOutbound({ ...options, limits: { connectMs: 400, headersMs: 200, totalMs: 400 } });
  let outbound = patientOutbound;
  let now = startAt;
  let seed = 1;
  await followFeeds(database, loaded, new Date(startAt).toISOString());
  const poller = createPoller({
    editions: { all: () => loaded, onChange: () => {} },
    database,
    tools: { outbound: { ...patientOutbound, get: (...asked) => outbound.get(...asked) }, parsers },
    log: pino({ level: "silent" }),
    now: () => now,
    // Pseudorandom numbers that are the same in every run.
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
    news: createNews(edition, database, () => Number.POSITIVE_INFINITY),
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
    trigger: async (url) => void (await triggerFeed(database, url, new Date(now).toISOString())),
    hurry(isHurried) {
      outbound = isHurried ? hurriedOutbound : patientOutbound;
    },
    async state(url) {
      const [state] = await listFeedStates(database, [url]);
      if (!state) throw new Error(`${url} is not known.`);
      return state;
    },
    async close() {
      await poller.stop();
      await Promise.all([patientOutbound.close(), hurriedOutbound.close()]);
      await database.destroy();
      await folder.remove();
    },
  };
}
