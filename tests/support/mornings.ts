import { join } from "node:path";
import { pino } from "pino";
import type { Document } from "yaml";
import { loadEditions } from "../../server/editions/load.ts";
import { type Briefings, openBriefings } from "../../server/newsletter/briefings.ts";
import { TIMING } from "../../server/newsletter/sending/sender.ts";
import { storeSubscribers } from "./briefingIssue.ts";
import { type Desk, openDesk } from "./desk.ts";
import { writeTestEdition } from "./editions.ts";
import { type FaultyMailHost, startFaultyMailHost } from "./faultyMailHost.ts";
import { startFeedHost } from "./feedHost.ts";

/** Many mornings in seconds: a store, a feed and a mail server, all of them real, and a clock that the test turns. */
export interface Mornings {
  desk: Desk;
  mailHost: FaultyMailHost;
  /** Sets the clock, forward or back. */
  setClock(instant: string): void;
  /** Has the feed bring one story more, which is polled a minute later. */
  news(): Promise<void>;
  /** Starts the process that sends, which remembers nothing of the one before. */
  start(): Promise<Briefings>;
  /** The days of the issues of an edition, those without news among them, oldest first. */
  days(edition?: string): Promise<string[]>;
  close(): Promise<void>;
}

/** @param others editions beside Chicago's, by their ids, and what is different in them */
export async function openMornings(
  folder: string,
  startAt: string,
  change: (edition: Document) => void = () => {},
  others: Record<string, (edition: Document) => void> = {},
): Promise<Mornings> {
  const host = await startFeedHost();
  const stories: string[] = [];
  const serve = () =>
    host.serve("/news.xml", {
      body: `<rss version="2.0"><channel><title>News</title>${stories.join("")}</channel></rss>`,
    });
  serve();
  const feeds = (section: string) => (section === "local" ? [host.url("/news.xml")] : []);
  const editions = await writeTestEdition(join(folder, "editions"), { feeds, relays: [], change });
  for (const [id, change] of Object.entries(others))
    await writeTestEdition(editions, { feeds, relays: [], change, id, host: `${id}.example` });
  const desk = await openDesk(editions, host, Date.parse(startAt));
  const loaded = await loadEditions(editions);
  const mailHost = await startFaultyMailHost();
  await storeSubscribers(desk.database, 1);
  let offset = 0;
  const now = () => desk.now() + offset;
  return {
    desk,
    mailHost,
    setClock(instant) {
      const goal = Date.parse(instant);
      if (goal > desk.now()) desk.pass((goal - desk.now()) / 60_000);
      // The desk's clock turns forward alone.
      offset = goal - desk.now();
    },
    async news() {
      const count = stories.length + 1;
      const date = new Date(desk.now() - 60_000).toUTCString();
      stories.unshift(
        `<item><guid>${count}</guid><title>Morning story number ${count}</title><pubDate>${date}</pubDate></item>`,
      );
      serve();
      desk.pass(1);
      await desk.nudge(host.url("/news.xml"));
      await desk.poll();
    },
    start: () =>
      openBriefings({
        ...{ editions: { all: () => loaded }, database: desk.database, now },
        radio: () => null,
        smtpUrl: mailHost.url,
        siteUrl: undefined,
        sign: (bytes) => bytes,
        log: pino({ level: "silent" }),
        timing: { ...TIMING, lease: 200 },
      }),
    async days(edition = "chicago") {
      const rows = await desk.database
        .selectFrom("issues")
        .select("date")
        .where("edition", "=", edition)
        .orderBy("date")
        .execute();
      return rows.map(({ date }) => date);
    },
    async close() {
      await desk.close();
      await mailHost.close();
      await host.close();
    },
  };
}
