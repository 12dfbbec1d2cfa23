import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { toMessage } from "../../core/toMessage.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { Editions } from "../editions/loading/registry.ts";
import type { Parser, Parsers } from "../isolation/parsers.ts";
import { type Job, startJob } from "../jobs/job.ts";
import type { Outbound } from "../net/outbound.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import type { Database } from "../store/schema/schema.ts";
import {
  type Alert,
  listOfficialAlerts,
  listOfficialSources,
  OFFICIAL_COLUMNS,
  saveOfficialAlerts,
  withdrawAlerts,
} from "../store/stories/alerts.ts";
import type { parse } from "./alertParser.ts";
import { type AlertChange, logAlerts } from "./alerts.ts";
import type { OfficialAlert } from "./officialAlerts.ts";

interface Parts {
  editions: Editions;
  database: Database;
  outbound: Pick<Outbound, "get">;
  parsers: Pick<Parsers, "parse">;
  log: Logger;
}

/** A feed of official alerts, and an edition that follows it. */
interface Following {
  edition: Edition;
  feed: Edition["officialAlerts"][number];
}

/** Interval, in ms, between polls. The National Weather Service asks for at most two requests a minute. */
const INTERVAL_MS = 60_000;
const ACCEPT = "application/cap+xml, application/atom+xml, application/xml;q=0.8, */*;q=0.5";
const PARSER: Parser<typeof parse> = {
  module: new URL("./alertParser.ts", import.meta.url),
  task: "Parsing the alerts",
  timeoutMs: 5000,
};
/**
 * Starts polling the editions' feeds of official alerts. If a poll fails, the feed's stored alerts stay until they end.
 * Ends the alerts of a feed that an edition no longer lists.
 */
export function startOfficialAlerts({ editions, database, outbound, parsers, log }: Parts): Pick<Job, "stop"> {
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
    const all = editions.all();
    for (const edition of all) {
      const urls = edition.officialAlerts.map(({ url }) => url);
      for (const former of await listOfficialSources(database, edition.id))
        if (!urls.includes(former)) await storeAlerts(edition, former, []);
    }
    const followings = all.flatMap((edition) => edition.officialAlerts.map((feed) => ({ edition, feed })));
    const groups = Map.groupBy(followings, ({ feed }) => `${feed.url} ${feed.private}`);
    await Promise.all([...groups.values()].map((group) => poll(group, signal)));
  }

  /** Fetches and parses a feed once for all editions that follow it. */
  async function poll(followings: readonly Following[], signal: AbortSignal): Promise<void> {
    const { url, private: isPrivate } = (followings[0] as Following).feed;
    try {
      const { status, headers, body } = await outbound.get(url, { accept: ACCEPT }, isPrivate ? url : undefined);
      if (status < 200 || status > 299) throw new Error(`Responded with status ${status}.`);
      const choices = followings.map(({ edition: { language }, feed: { minSeverity } }) => ({ language, minSeverity }));
      const contentType = headers["content-type"] ?? null;
      const results = await parsers.parse(PARSER, { contentType, url, choices, now: Date.now() }, body);
      for (const [index, { edition }] of followings.entries()) {
        const alerts = results[index] ?? [];
        if (!signal.aborted) await storeAlerts(edition, url, alerts);
        log.debug({ url, alerts: alerts.length }, "official alerts polled");
      }
    } catch (error) {
      log.warn({ url, reason: toMessage(error) }, "official alerts failed; keeping the last ones");
    }
  }

  /** Stores the alerts that a source lists. Ends stored alerts that the source no longer lists. */
  async function storeAlerts(edition: Edition, source: string, listed: readonly OfficialAlert[]): Promise<void> {
    await withWriterLock(database, async (transaction) => {
      const now = new Date().toISOString();
      const rows = listed.map((alert) => toRow(edition, source, alert, now));
      const keys = rows.map(({ alert_key }) => alert_key);
      const known = await listOfficialAlerts(transaction, edition.id, source, keys);
      const { changed, withdrawn } = compareAlerts(rows, known);
      const before = new Map(known.map((alert) => [alert.alert_key, alert]));
      const saved = await saveOfficialAlerts(transaction, changed);
      await withdrawAlerts(transaction, withdrawn);
      await logAlerts(transaction, { edition, editor: "official", now }, [
        ...saved.map((after) => toChange(before.get(after.alert_key) ?? null, after)),
        ...withdrawn.map((before) => toChange(before, { ...before, state: "ended" })),
      ]);
    });
  }
}

function toRow(edition: Edition, source: string, alert: OfficialAlert, now: string) {
  const { key, identifier, level, text, sender, area, link, from, until } = alert;
  return {
    edition: edition.id,
    level,
    line: text,
    link,
    starts_at: from,
    ends_at: until,
    sender,
    area,
    state: from <= now ? ("current" as const) : ("waiting" as const),
    source_url: source,
    identifier,
    alert_key: createHash("sha256").update(`${source} ${key}`).digest("base64url"),
  };
}

type OfficialRow = ReturnType<typeof toRow>;

/** Returns the listed alerts that are new or different, and the stored alerts that are no longer listed. */
function compareAlerts(
  listed: readonly OfficialRow[],
  known: readonly Alert[],
): { changed: OfficialRow[]; withdrawn: Alert[] } {
  const byKey = new Map(known.map((alert) => [alert.alert_key, alert]));
  const keys = new Set<string | null>(listed.map(({ alert_key }) => alert_key));
  return {
    changed: listed.filter((row) => {
      const stored = byKey.get(row.alert_key);
      return !stored || (stored.ended_by === null && OFFICIAL_COLUMNS.some((column) => stored[column] !== row[column]));
    }),
    withdrawn: known.filter(({ alert_key, state }) => state !== "ended" && !keys.has(alert_key)),
  };
}

function toChange(before: Alert | null, after: Alert): AlertChange {
  const action = after.state === "ended" ? "end alert" : before?.state === "ended" ? "begin alert" : "change alert";
  return { action: before ? action : "alert", before, after };
}
