import { join } from "node:path";
import { pino } from "pino";
import type { Document } from "yaml";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { type Briefings, openBriefings } from "../../server/newsletter/briefings.ts";
import { SENDER_TIMING } from "../../server/newsletter/sending/sender.ts";
import { storeSubscribers } from "./briefingIssue.ts";
import { writeTestEdition } from "./editions.ts";
import { type FaultyMailHost, startFaultyMailHost } from "./faultyMailHost.ts";
import { startFeedHost } from "./feedHost.ts";
import { openPollSimulation, type PollSimulation } from "./pollSimulation.ts";

/** A real database, feed and mail server with a clock that the test sets, so that days of briefings take seconds. */
export interface BriefingSimulation {
  polling: PollSimulation;
  mailHost: FaultyMailHost;
  /** Sets the clock, forward or back. */
  setClock(instant: string): void;
  /** Adds a story to the feed, and polls the feed a minute later. */
  addNews(): Promise<void>;
  /** Opens the briefings, as a start of the server does. */
  start(): Promise<Briefings>;
  /** Returns the dates of an edition's issues, including those without news, oldest first. */
  listDates(edition?: string): Promise<string[]>;
  close(): Promise<void>;
}

/** @param others changes to editions other than Chicago, by edition id */
export async function openBriefingSimulation(
  folder: string,
  startAt: string,
  change: (edition: Document) => void = () => {},
  others: Record<string, (edition: Document) => void> = {},
): Promise<BriefingSimulation> {
  const host = await startFeedHost();
  const stories: string[] = [];
  const serve = () =>
    host.serve("/news.xml", {
      body: `<rss version="2.0"><channel><title>News</title>${stories.join("")}</channel></rss>`,
    });
  serve();
  const feeds = (section: string) => (section === "local" ? [host.url("/news.xml")] : []);
  const write = (changes: typeof change, options = {}) =>
    writeTestEdition(join(folder, "editions"), {
      feeds,
      relays: [],
      change(edition) {
        edition.deleteIn(["newsletter", "hoursLate"]);
        changes?.(edition);
      },
      ...options,
    });
  const editions = await write(change);
  for (const [id, change] of Object.entries(others)) await write(change, { id, host: `${id}.example` });
  const polling = await openPollSimulation(editions, host, Date.parse(startAt));
  const loaded = await loadEditions(editions);
  const mailHost = await startFaultyMailHost({ keepsSources: true });
  await storeSubscribers(polling.database, 1);
  let offsetMs = 0;
  return {
    polling,
    mailHost,
    setClock(instant) {
      const target = Date.parse(instant);
      if (target > polling.now()) polling.pass((target - polling.now()) / 60_000);
      // Sets the briefings' clock by an offset, since the polling clock cannot go back.
      offsetMs = target - polling.now();
    },
    async addNews() {
      const number = stories.length + 1;
      const date = new Date(polling.now() - 60_000).toUTCString();
      stories.unshift(
        `<item><guid>${number}</guid><title>Morning story number ${number}</title><pubDate>${date}</pubDate></item>`,
      );
      serve();
      polling.pass(1);
      await polling.trigger(host.url("/news.xml"));
      await polling.poll();
    },
    start: () =>
      openBriefings({
        editions: { all: () => loaded },
        database: polling.database,
        now: () => polling.now() + offsetMs,
        radio: () => null,
        smtpUrl: mailHost.url,
        sign: (message) => message,
        log: pino({ level: "silent" }),
        timing: { ...SENDER_TIMING, leaseMs: 200 },
      }),
    async listDates(edition = "chicago") {
      const rows = await polling.database
        .selectFrom("issues")
        .select("date")
        .where("edition", "=", edition)
        .orderBy("date")
        .execute();
      return rows.map(({ date }) => date);
    },
    async close() {
      await polling.close();
      await mailHost.close();
      await host.close();
    },
  };
}
