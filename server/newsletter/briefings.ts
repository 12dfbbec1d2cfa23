import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";
import { type FeedState, feedStatesOf } from "../store/feeds.ts";
import { countDeliveries } from "../store/newsletter/deliveries.ts";
import { unfinishedIssues } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema.ts";
import type { IssueRadio } from "./content.ts";
import { putTogetherWhenDue } from "./issue.ts";
import type { Signer } from "./sending/dkim.ts";
import { openInboxPool } from "./sending/inboxPool.ts";
import { type IssueRun, openIssueRun } from "./sending/issueRun.ts";
import { openPool, type Pool } from "./sending/pool.ts";
import { TIMING, type Timing } from "./sending/sender.ts";
import { mailSiteUrl } from "./siteUrl.ts";
import { type BriefedEdition, hasBriefing } from "./templates/letter.ts";
import { openTokens } from "./tokens.ts";

/** The briefings of all editions: put together at their hours and sent, for as long as the process lives. */
export interface Briefings {
  /** Looks at once what is due, and returns when it is done. */
  tick(): Promise<void>;
  /** Waits for mails that are under way, for some seconds, and leaves the rest for the next start. */
  stop(): Promise<void>;
}

interface Parts {
  editions: Pick<Editions, "all">;
  database: Database;
  radio: (edition: Edition) => IssueRadio | null;
  /** Where the mail server is; without it issues are put together and stay queued for the day. */
  smtpUrl: string | undefined;
  /** The test inbox's folder, where mails go without a mail server while the site is being worked on. */
  inbox?: string | null;
  siteUrl: string | undefined;
  sign: Signer;
  log: Logger;
  now?: () => number;
  timing?: Timing;
  onSent?: () => void;
  /** Told how many mails an issue has, once all stand in the ledger. */
  onQueued?: (count: number) => void;
  /** By which this process holds leases. */
  holder?: string;
}

const STOP_MS = 8000;
/** How long after the start feeds that have not answered are waited for. */
const FEEDS_MS = 60_000;

export async function openBriefings(parts: Parts): Promise<Briefings> {
  const {
    editions,
    database,
    radio,
    smtpUrl,
    inbox = null,
    siteUrl,
    sign,
    log,
    now = Date.now,
    timing = TIMING,
  } = parts;
  const tokens = await openTokens(database);
  const holder = parts.holder ?? randomUUID();
  const startedAt = now();
  const began = performance.now();
  const stopping = new AbortController();
  const pools = new Map<string, Pool>();
  const runs = new Map<number, { run: IssueRun; going: Promise<void> | null }>();
  let wasTold = false;

  /** News that came while the process was down is in the feeds, and not yet in the store. */
  async function areFeedsRead({ sections }: Edition): Promise<boolean> {
    if (performance.now() - began > FEEDS_MS) return true;
    const urls = new Set(sections.flatMap(({ feeds }) => feeds.map(({ url }) => url)));
    // At the very first start the store knows no feed at all.
    const states = await feedStatesOf(database, [...urls]);
    const isRead = ({ lastAttemptAt }: FeedState) => lastAttemptAt !== null && Date.parse(lastAttemptAt) >= startedAt;
    return states.filter(isRead).length === urls.size;
  }

  async function prepare(edition: BriefedEdition): Promise<void> {
    if (!(await areFeedsRead(edition))) return;
    const made = await putTogetherWhenDue({ database, edition, radio: radio(edition), now: now() });
    if (!made) return;
    const what = made.hasNews ? "briefing put together" : "no briefing today: nothing is new since the last one";
    log.info({ edition: edition.id, date: made.date }, what);
  }

  /** Each edition has connections of its own, as many as its file says. */
  function poolOf(edition: BriefedEdition): Pool | undefined {
    const opened = () => {
      if (smtpUrl) return openPool(smtpUrl, edition.newsletter.connections);
      return inbox === null ? undefined : openInboxPool(inbox);
    };
    const pool = pools.get(edition.id) ?? opened();
    if (pool) pools.set(edition.id, pool);
    return pool;
  }

  async function send(known: readonly BriefedEdition[]): Promise<Promise<void>[]> {
    const open = await unfinishedIssues(database);
    for (const id of runs.keys()) if (!open.some((issue) => issue.id === id)) runs.delete(id);
    return open.flatMap((issue) => {
      const edition = known.find(({ id }) => id === issue.edition);
      if (!edition) return [];
      const pool = poolOf(edition);
      if (!pool) {
        if (!wasTold) log.warn({ issue: issue.id }, "briefing not sent: there is no SMTP_URL");
        wasTold = true;
        return [];
      }
      const senderParts = { database, pool, sign, holder, now, timing, log };
      const entry = runs.get(issue.id) ?? {
        run: openIssueRun(senderParts, issue, edition, tokens, mailSiteUrl(edition, siteUrl)),
        going: null,
      };
      runs.set(issue.id, entry);
      entry.going ??= entry.run
        .go(stopping.signal, parts)
        .then(async (isDone) => {
          if (isDone) log.info({ issue: issue.id, ...(await countDeliveries(database, issue.id)) }, "briefing sent");
        })
        .catch((error) => log.error({ err: error, issue: issue.id }, "briefing not sent: tried again"))
        .finally(() => {
          entry.going = null;
        });
      return [entry.going];
    });
  }

  return {
    async tick() {
      const known = editions.all().filter(hasBriefing);
      for (const edition of known) await prepare(edition);
      if (!stopping.signal.aborted) await Promise.all(await send(known));
    },
    async stop() {
      stopping.abort();
      const going = Promise.all([...runs.values()].map(({ going }) => going));
      const patience = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
      await Promise.race([going, patience]);
      for (const pool of pools.values()) pool.close();
      await going;
    },
  };
}

const TICK_MS = 5000;

/** The same, looking every few seconds. */
export async function startBriefings(parts: Parts): Promise<Pick<Briefings, "stop">> {
  const briefings = await openBriefings(parts);
  const look = () =>
    void briefings.tick().catch((error) => parts.log.error({ err: error }, "briefings not looked at: tried again"));
  const timer = setInterval(look, TICK_MS);
  look();
  return {
    stop() {
      clearInterval(timer);
      return briefings.stop();
    },
  };
}
