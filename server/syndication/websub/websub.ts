import type { Logger } from "pino";
import type { Edition } from "../../editions/load.ts";
import type { Editions } from "../../editions/registry.ts";
import type { Outbound } from "../../net/outbound.ts";
import type { Database } from "../../store/schema.ts";
import { addPings, duePings, forgetPing, saveNotPinged, savePinged, type Topic } from "../../store/websub.ts";
import { changedTopics } from "./topics.ts";

/** Tells the editions' WebSub hubs which feeds changed, beside everything else and in the way of nothing. */
export interface Hub {
  /** Stories of feeds that we follow changed. Returns when that is noted; the hubs are told later. */
  changed(feeds: readonly string[]): Promise<void>;
  /** Stops telling, and returns when nothing is under way any more. Closing the outbound client first makes that soon. */
  stop(): Promise<void>;
}

interface Parts {
  editions: Pick<Editions, "all">;
  database: Database;
  outbound: Pick<Outbound, "post">;
  log: Logger;
  /** Where readers reach the site, where that is configured. */
  siteUrl: string | undefined;
  pace?: Pace;
}

/** How long what takes: in milliseconds. */
interface Pace {
  /** A feed is told of once in that time at most. */
  restMs: number;
  /** After a failure; then twice as long each time, up to the longest. */
  retryMs: number;
  longestMs: number;
  tickMs: number;
}

const PACE: Pace = { restMs: 60_000, retryMs: 30_000, longestMs: 6 * 60 * 60_000, tickMs: 500 };
/** Several feeds change with one story, and a hub is asked for each. */
const AT_ONCE = 20;

export function openHub({ editions, database, outbound, log, siteUrl, pace = PACE }: Parts): Hub {
  const stopping = new AbortController();
  /** Feeds that a hub is being told of: true where they changed again meanwhile. */
  const underWay = new Map<string, boolean>();
  let telling: Promise<void> = tell();
  const timer = setInterval(() => {
    telling = telling.then(tell).catch((error) => log.error({ err: error }, "hubs not told: the store did not answer"));
  }, pace.tickMs);

  async function tell() {
    if (stopping.signal.aborted || !editions.all().some(({ hub }) => hub)) return;
    const due = await duePings(database, new Date().toISOString(), AT_ONCE);
    await Promise.all(due.map(ping));
  }

  async function ping({ failures, ...topic }: Topic & { failures: number }) {
    const edition = editions.all().find(({ id }) => id === topic.edition);
    if (!edition?.hub) return forgetPing(database, topic);
    const { hub, id } = edition;
    const key = `${id} ${topic.path}`;
    underWay.set(key, false);
    const reason = await tellHub(hub, addressOf(edition, siteUrl) + topic.path);
    const isChanged = underWay.get(key);
    underWay.delete(key);
    if (stopping.signal.aborted) return;
    const line = { edition: id, feed: topic.path, hub };
    if (reason !== null) {
      const wait = Math.min(pace.longestMs, pace.retryMs * 2 ** failures);
      await saveNotPinged(database, topic, new Date(Date.now() + wait).toISOString());
      log.warn({ ...line, reason, failures: failures + 1, waitMs: wait }, "hub not told: it is told again later");
      return;
    }
    await savePinged(database, topic, new Date().toISOString());
    if (isChanged) await addPings(database, id, [topic.path], pace.restMs, Date.now());
    log.info(line, "hub told");
  }

  /** @returns why the hub does not know, in a sentence; null where it does */
  async function tellHub(hub: string, topic: string): Promise<string | null> {
    try {
      const form = new URLSearchParams({ "hub.mode": "publish", "hub.url": topic, "hub.topic": topic });
      const { status } = await outbound.post(hub, form);
      return status >= 200 && status < 300 ? null : `Answered with status ${status}.`;
    } catch (error) {
      return (error as Error).message;
    }
  }

  async function note(feeds: ReadonlySet<string>) {
    for (const edition of editions.all()) {
      if (!edition.hub) continue;
      const paths = changedTopics(edition, feeds);
      for (const path of paths) {
        const key = `${edition.id} ${path}`;
        if (underWay.has(key)) underWay.set(key, true);
      }
      await addPings(database, edition.id, paths, pace.restMs, Date.now());
    }
  }

  return {
    async changed(feeds) {
      try {
        await note(new Set(feeds));
      } catch (error) {
        log.error({ err: error }, "a change was not noted for the hubs: the store did not take it");
      }
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await telling;
    },
  };
}

/** Where an edition's feeds are, for who is told without having asked. */
function addressOf({ hosts }: Edition, siteUrl: string | undefined): string {
  const host = hosts.find((name) => name !== "localhost") ?? hosts[0];
  return siteUrl ?? `http://${host}`;
}
