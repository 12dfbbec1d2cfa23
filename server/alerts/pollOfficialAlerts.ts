import type { Logger } from "pino";
import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";
import { decodeBody } from "../feeds/parse/decodeBody.ts";
import { type Job, startJob } from "../jobs/job.ts";
import type { Outbound } from "../net/outbound.ts";
import { type Alert, findOfficialAlerts, insertAlert, listOfficialSources, updateAlert } from "../store/alerts.ts";
import { withWriterLock } from "../store/engine.ts";
import type { Database } from "../store/schema.ts";
import { logAlert } from "./alerts.ts";
import { type OfficialAlert, readOfficialAlerts } from "./officialAlerts.ts";

interface Parts {
  editions: Editions;
  database: Database;
  outbound: Outbound;
  log: Logger;
}

type OfficialFeed = Edition["officialAlerts"][number];

/** The National Weather Service asks for no more than two requests a minute. */
const INTERVAL_MS = 60_000;
const ACCEPT = "application/cap+xml, application/atom+xml, application/xml;q=0.8, */*;q=0.5";

/**
 * Starts polling the editions' feeds of official alerts. If a poll fails, the feed's stored alerts stay until they end.
 * Ends the alerts of a feed that an edition no longer lists.
 */
export function startOfficialAlerts({ editions, database, outbound, log }: Parts): Pick<Job, "stop"> {
  let isStopped = false;
  const job = startJob({ name: "official alerts", intervalMs: INTERVAL_MS, run: pollAll, log });
  editions.onChange(() => {
    if (!isStopped) job.trigger();
  });
  return {
    stop() {
      isStopped = true;
      return job.stop();
    },
  };

  async function pollAll(signal: AbortSignal): Promise<void> {
    const fetchOnce = createFetchOnce();
    await Promise.all(
      editions.all().map(async (edition) => {
        const urls = edition.officialAlerts.map(({ url }) => url);
        for (const former of await listOfficialSources(database, edition.id))
          if (!urls.includes(former)) await storeAlerts(edition, former, []);
        await Promise.all(edition.officialAlerts.map((feed) => poll(edition, feed, fetchOnce, signal)));
      }),
    );
  }

  /** Returns a function that fetches a feed, once for all editions that follow it. */
  function createFetchOnce() {
    const texts = new Map<string, Promise<string>>();
    return (feed: OfficialFeed) => texts.getOrInsertComputed(`${feed.url} ${feed.private}`, () => fetchText(feed));
  }

  /** @throws {Error} for a status other than 2xx, and if the request fails */
  async function fetchText({ url, private: isPrivate }: OfficialFeed): Promise<string> {
    const { status, headers, body } = await outbound.get(url, { accept: ACCEPT }, isPrivate ? url : undefined);
    if (status < 200 || status > 299) throw new Error(`Answered with status ${status}.`);
    return decodeBody(body, headers["content-type"] ?? null);
  }

  async function poll(
    edition: Edition,
    feed: OfficialFeed,
    fetchOnce: (feed: OfficialFeed) => Promise<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { url, minSeverity } = feed;
    try {
      const options = { minSeverity, language: edition.language, now: Date.now() };
      const alerts = readOfficialAlerts(await fetchOnce(feed), options);
      if (!signal.aborted) await storeAlerts(edition, url, alerts);
      log.debug({ url, alerts: alerts.length }, "official alerts polled");
    } catch (error) {
      log.warn({ url, reason: (error as Error).message }, "official alerts failed; keeping the last ones");
    }
  }

  /** Stores the alerts that a source lists, and ends those that it no longer lists. */
  async function storeAlerts(edition: Edition, source: string, listed: readonly OfficialAlert[]): Promise<void> {
    await withWriterLock(database, async (transaction) => {
      const now = new Date().toISOString();
      const known = new Map(
        (await findOfficialAlerts(transaction, edition.id, source, now)).map((alert) => [alert.identifier, alert]),
      );
      const record = (action: string, before: Alert | null, after: Alert) =>
        logAlert(transaction, { edition, editor: "official", now }, action, before, after);
      for (const { identifier, level, text, sender, area, link, from, until } of listed) {
        const before = known.get(identifier);
        known.delete(identifier);
        if (!before) {
          const times = { starts_at: from, ends_at: until, state: from <= now ? "current" : "waiting" } as const;
          const official = { source_url: source, identifier, sender, area };
          const row = { edition: edition.id, level, line: text, link, ...times, ...official };
          await record("alert", null, await insertAlert(transaction, row));
        } else if (before.state === "ended") {
          await record("begin alert", before, await updateAlert(transaction, before, { state: "current" }));
        }
      }
      for (const before of known.values())
        if (before.state !== "ended")
          await record("end alert", before, await updateAlert(transaction, before, { state: "ended" }));
    });
  }
}
