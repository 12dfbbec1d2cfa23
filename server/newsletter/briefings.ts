import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { getFollowedFeeds } from "../../core/ownFeeds.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { Editions } from "../editions/loading/registry.ts";
import { getPublicUrl } from "../editions/schema/address.ts";
import { startJob } from "../jobs/job.ts";
import type { Signer } from "../mail/dkim.ts";
import { type MailPool, openMailPool } from "../mail/transport.ts";
import { isClockTrusted } from "../store/clock.ts";
import type { FeedState } from "../store/feeds/feedState.ts";
import { listFeedStates } from "../store/feeds/feeds.ts";
import { findNewestIssue, listUnfinishedIssues, type StoredIssue, saveIssue } from "../store/newsletter/issues.ts";
import { createDeliveryLedger } from "../store/newsletter/ledger.ts";
import type { Database } from "../store/schema/schema.ts";
import { type BriefedEdition, hasBriefing } from "./briefedEdition.ts";
import { collectContent } from "./issueContent.ts";
import type { IssueRadio } from "./issueSchema.ts";
import { findDueDate } from "./issues/issueSchedule.ts";
import { composeSubject } from "./issues/subscriberBriefing.ts";
import { createIssueRun } from "./sending/issueRun.ts";
import { SENDER_TIMING, type SenderTiming } from "./sending/sender.ts";
import { loadTokens } from "./subscribing/tokens.ts";

export type Briefings = Awaited<ReturnType<typeof openBriefings>>;

interface Parts {
  editions: Pick<Editions, "all">;
  database: Database;
  radio: (edition: Edition) => IssueRadio | null;
  /** URL of the mail server. If undefined, issues are composed, but sent only to `inbox`. */
  smtpUrl: string | undefined;
  /** Folder to which mails are written in development if there is no mail server. */
  inbox?: string | null;
  sign: Signer;
  log: Logger;
  now?: () => number;
  timing?: SenderTiming;
  /** Unique name of this process as a sender. Its leases of deliveries contain the name. */
  holder?: string;
  /** Returns the number of nodes that send mails. */
  countNodes?: () => number;
}

const STOP_TIMEOUT_MS = 8000;
/** Maximum time, in ms, that issues wait for all feeds to be polled. Counted from the start of this process. */
const FEED_TIMEOUT_MS = 60_000;
const CHECK_INTERVAL_MS = 5000;

/** Creates the service that composes and sends the briefings of all editions when they are due. */
export async function openBriefings(parts: Parts) {
  const { editions, database, radio, smtpUrl, inbox = null, sign, log } = parts;
  const { now = Date.now, timing = SENDER_TIMING, holder = randomUUID(), countNodes = () => 1 } = parts;
  const tokens = await loadTokens(database);
  const startedAt = now();
  const startedAtMonotonic = performance.now();
  const stopping = new AbortController();
  const pools = new Map<string, MailPool | null>();
  const runs = new Map<number, { run: ReturnType<typeof createIssueRun>; running: Promise<void> | null }>();

  /**
   * Returns true once all feeds were polled since this process started, or after 60 s. Issues wait for this, so that
   * they include stories published while no process ran.
   */
  async function areFeedsPolled({ sections }: Edition): Promise<boolean> {
    if (performance.now() - startedAtMonotonic > FEED_TIMEOUT_MS) return true;
    const urls = new Set(sections.flatMap(getFollowedFeeds).map(({ url }) => url));
    // Counts polled feeds instead of looking for unpolled ones: on the very first start, the store has no feeds yet.
    const states = await listFeedStates(database, [...urls]);
    const isPolled = ({ lastAttemptAt }: FeedState) => lastAttemptAt !== null && Date.parse(lastAttemptAt) >= startedAt;
    return states.filter(isPolled).length === urls.size;
  }

  async function composeIfDue(edition: BriefedEdition): Promise<void> {
    if (!(await areFeedsPolled(edition))) return;
    const { id, newsletter, timeZone } = edition;
    const last = await findNewestIssue(database, id);
    const at = now();
    if (!(await isClockTrusted(database, at))) return;
    const date = findDueDate(newsletter, timeZone, at, last?.date ?? null);
    if (date === null) return;
    const content = await collectContent({ database, edition, radio: radio(edition), now: at });
    const subject = content ? composeSubject(content.hero) : "";
    await saveIssue(database, { edition: id, date, subject, content, now: new Date(at).toISOString() });
    log.info(
      { edition: id, date },
      content ? "briefing composed" : "no briefing today: nothing new since the last one",
    );
  }

  /** Returns an edition's connections to the mail server, opened on first use; null without a mail server or inbox. */
  function getPool({ id, newsletter }: BriefedEdition, issue: StoredIssue): MailPool | null {
    if (!pools.has(id)) {
      const pool = openMailPool({ smtpUrl, inbox }, newsletter.connections);
      if (!pool) log.warn({ issue: issue.id }, "briefing not sent: SMTP_URL is not set");
      pools.set(id, pool);
    }
    return pools.get(id) ?? null;
  }

  function startRun(issue: StoredIssue, edition: BriefedEdition): void {
    const pool = getPool(edition, issue);
    if (!pool) return;
    const sender = { database, pool, sign, holder, now, timing, countNodes, log };
    const entry = runs.get(issue.id) ?? {
      run: createIssueRun(sender, issue, edition, tokens, getPublicUrl(edition)),
      running: null,
    };
    runs.set(issue.id, entry);
    entry.running ??= entry
      .run(stopping.signal)
      .then(async (isDone) => {
        if (isDone)
          log.info({ issue: issue.id, ...(await createDeliveryLedger(database, issue.id).count()) }, "briefing sent");
      })
      .catch((error) => log.error({ err: error, issue: issue.id }, "sending a briefing failed; retrying"))
      .finally(() => {
        entry.running = null;
      });
  }

  /** Composes due issues and starts sending unfinished ones, without waiting until their mails are sent. */
  async function startDue(): Promise<void> {
    const briefed = editions.all().filter(hasBriefing);
    for (const edition of briefed) await composeIfDue(edition);
    if (stopping.signal.aborted) return;
    const unfinished = await listUnfinishedIssues(database);
    for (const id of runs.keys()) if (!unfinished.some((issue) => issue.id === id)) runs.delete(id);
    for (const issue of unfinished) {
      const edition = briefed.find(({ id }) => id === issue.edition);
      if (edition) startRun(issue, edition);
    }
  }

  const waitForRuns = async () => void (await Promise.all([...runs.values()].map(({ running }) => running)));

  return {
    startDue,
    /** Composes due issues and sends unfinished ones. Resolves when every mail due now has been tried. */
    async sendDue(): Promise<void> {
      await startDue();
      await waitForRuns();
    },
    /** Waits up to 8 s for mails being sent; leaves other mails for the next start. */
    async stop(): Promise<void> {
      stopping.abort();
      const ended = waitForRuns();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref())]);
      for (const pool of pools.values()) pool?.close();
      await ended;
    },
  };
}

/** Starts a job that checks every 5 s which briefings are due, and composes and sends them. */
export async function startBriefings(parts: Parts): Promise<Pick<Briefings, "stop">> {
  const briefings = await openBriefings(parts);
  const run = briefings.startDue;
  const job = startJob({ name: "briefings", intervalMs: CHECK_INTERVAL_MS, run, log: parts.log });
  return {
    async stop() {
      await job.stop();
      await briefings.stop();
    },
  };
}
