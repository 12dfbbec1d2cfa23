import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";
import { startJob } from "../jobs/job.ts";
import { type MailPool, openMailPool } from "../mail/transport.ts";
import { type FeedState, findFeedStates } from "../store/feeds.ts";
import { findUnfinishedIssues, type StoredIssue } from "../store/newsletter/issues.ts";
import { createLedger } from "../store/newsletter/ledger.ts";
import type { Database } from "../store/schema.ts";
import type { IssueRadio } from "./content.ts";
import { composeDueIssue } from "./issue.ts";
import type { Signer } from "./sending/dkim.ts";
import { createIssueRun, type IssueRun } from "./sending/issueRun.ts";
import { TIMING, type Timing } from "./sending/sender.ts";
import { mailSiteUrl } from "./siteUrl.ts";
import { loadTokens } from "./subscribing/tokens.ts";
import { type BriefedEdition, hasBriefing } from "./templates/letter.ts";

/** Composes the briefings of all editions when they are due, and sends them. */
export interface Briefings {
  /** Composes due issues and starts sending unfinished ones, without waiting for their mails. */
  startDue(): Promise<void>;
  /** Does the same, and resolves when everything due now has been sent. */
  sendDue(): Promise<void>;
  /** Waits up to 8 s for mails under way and leaves the rest for the next start. */
  stop(): Promise<void>;
}

interface Parts {
  editions: Pick<Editions, "all">;
  database: Database;
  radio: (edition: Edition) => IssueRadio | null;
  /** Without a mail server, issues are composed and stay queued for the day. */
  smtpUrl: string | undefined;
  /** Folder that takes the mails in development if there is no mail server. */
  inbox?: string | null;
  siteUrl: string | undefined;
  sign: Signer;
  log: Logger;
  now?: () => number;
  timing?: Timing;
  /** Unique name of this sender, under which it holds leases. */
  holder?: string;
}

const STOP_TIMEOUT_MS = 8000;
/** How long after the start issues wait for feeds that have not responded. */
const FEED_TIMEOUT_MS = 60_000;
const CHECK_INTERVAL_MS = 5000;

export async function openBriefings(parts: Parts): Promise<Briefings> {
  const { editions, database, radio, smtpUrl, inbox = null, siteUrl, sign, log } = parts;
  const { now = Date.now, timing = TIMING, holder = randomUUID() } = parts;
  const tokens = await loadTokens(database);
  const startedAt = now();
  const startedAtMonotonic = performance.now();
  const stopping = new AbortController();
  const pools = new Map<string, MailPool | null>();
  const runs = new Map<number, { run: IssueRun; running: Promise<void> | null }>();

  /** News that arrived while the process was down is not in the store until its feeds are polled. */
  async function areFeedsPolled({ sections }: Edition): Promise<boolean> {
    if (performance.now() - startedAtMonotonic > FEED_TIMEOUT_MS) return true;
    const urls = new Set(sections.flatMap(({ feeds }) => feeds.map(({ url }) => url)));
    // On the very first start the store does not know the feeds yet.
    const states = await findFeedStates(database, [...urls]);
    const isPolled = ({ lastAttemptAt }: FeedState) => lastAttemptAt !== null && Date.parse(lastAttemptAt) >= startedAt;
    return states.filter(isPolled).length === urls.size;
  }

  async function composeIfDue(edition: BriefedEdition): Promise<void> {
    if (!(await areFeedsPolled(edition))) return;
    const issue = await composeDueIssue({ database, edition, radio: radio(edition), now: now() });
    if (!issue) return;
    const message = issue.hasNews ? "briefing composed" : "no briefing today: nothing new since the last one";
    log.info({ edition: edition.id, date: issue.date }, message);
  }

  /** Returns an edition's own pool, with as many connections as its file says. */
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
    const entry = runs.get(issue.id) ?? {
      run: createIssueRun(
        { database, pool, sign, holder, now, timing, log },
        issue,
        edition,
        tokens,
        mailSiteUrl(edition, siteUrl),
      ),
      running: null,
    };
    runs.set(issue.id, entry);
    entry.running ??= entry
      .run(stopping.signal)
      .then(async (isDone) => {
        if (isDone) log.info({ issue: issue.id, ...(await createLedger(database, issue.id).count()) }, "briefing sent");
      })
      .catch((error) => log.error({ err: error, issue: issue.id }, "sending a briefing failed; retrying"))
      .finally(() => {
        entry.running = null;
      });
  }

  async function startDue(): Promise<void> {
    const briefed = editions.all().filter(hasBriefing);
    for (const edition of briefed) await composeIfDue(edition);
    if (stopping.signal.aborted) return;
    const unfinished = await findUnfinishedIssues(database);
    for (const id of runs.keys()) if (!unfinished.some((issue) => issue.id === id)) runs.delete(id);
    for (const issue of unfinished) {
      const edition = briefed.find(({ id }) => id === issue.edition);
      if (edition) startRun(issue, edition);
    }
  }

  const waitForRuns = async () => void (await Promise.all([...runs.values()].map(({ running }) => running)));

  return {
    startDue,
    async sendDue() {
      await startDue();
      await waitForRuns();
    },
    async stop() {
      stopping.abort();
      const ended = waitForRuns();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref())]);
      for (const pool of pools.values()) pool?.close();
      await ended;
    },
  };
}

/** Does the same at an interval. */
export async function startBriefings(parts: Parts): Promise<Pick<Briefings, "stop">> {
  const briefings = await openBriefings(parts);
  const job = startJob({
    name: "briefings",
    intervalMs: CHECK_INTERVAL_MS,
    run: briefings.startDue,
    log: parts.log,
  });
  return {
    async stop() {
      await job.stop();
      await briefings.stop();
    },
  };
}
