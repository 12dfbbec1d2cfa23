import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { classifySmtpError, type SmtpError, summarizeReply } from "../../mail/smtpReplies.ts";
import type { MailPool } from "../../mail/transport.ts";
import type { StoredIssue } from "../../store/newsletter/issues.ts";
import type { LeasedDelivery, Ledger, Outcome } from "../../store/newsletter/ledger.ts";
import type { Database } from "../../store/schema.ts";
import { getDomain, toEnvelopeAddress } from "../subscribing/mailAddress.ts";
import { suppressSubscriber } from "../subscribing/subscribers.ts";
import type { BriefedEdition } from "../templates/letter.ts";
import { createCircuitBreaker } from "./circuitBreaker.ts";
import type { Signer } from "./dkim.ts";
import { createInDoubtWindow } from "./inDoubtWindow.ts";
import type { IssueRenderer } from "./issueRenderer.ts";

export interface SenderParts {
  database: Database;
  pool: MailPool;
  sign: Signer;
  /** Unique name of this sender, under which it holds leases. */
  holder: string;
  /** Milliseconds since 1970. */
  now(): number;
  timing: Timing;
  log: Logger;
}

export interface Timing {
  /** A sender whose heartbeat has not changed for so long has ended. */
  leaseMs: number;
  /** Delays before the next attempts after a deferral; the last one is repeated. */
  retriesMs: readonly number[];
  /** The same if the server was unavailable. */
  reconnectsMs: readonly number[];
  /** How long after its composition an issue is sent. */
  maxAgeMs: number;
}

const MINUTE_MS = 60_000;
export const TIMING: Timing = {
  leaseMs: 20_000,
  retriesMs: [1, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS),
  reconnectsMs: [1000, 5000, 30_000, MINUTE_MS, 5 * MINUTE_MS],
  maxAgeMs: 18 * 60 * MINUTE_MS,
};

const LEASE_BATCH_SIZE = 100;
const MAX_BREAKER_PAUSE_MS = 2 * MINUTE_MS;
const FIRST_STORE_RETRY_MS = 100;
const MAX_STORE_RETRY_MS = 5000;

interface Round {
  issue: StoredIssue;
  edition: BriefedEdition;
  ledger: Ledger;
  render: IssueRenderer;
  /** Ends the round: mails under way are finished, all others stay queued. */
  signal: AbortSignal;
}

/**
 * Sends the due deliveries of an issue and returns when none is left, or when aborted. If the process ends in between, the
 * ledger holds what is left to send.
 */
export async function sendDueDeliveries(parts: SenderParts, round: Round): Promise<void> {
  const { database, pool, sign, holder, now, timing, log } = parts;
  const { issue, edition, ledger, render, signal } = round;
  const { from, connections, rate, inDoubt, bounces = from.address } = edition.newsletter;
  const toInstant = (delayMs = 0) => new Date(now() + delayMs).toISOString();
  const retryStore = createStoreRetry(log, signal);
  const window = createInDoubtWindow(inDoubt, (outcomes, nextId) =>
    retryStore("record outcomes", () => ledger.record(holder, outcomes, nextId, toInstant())),
  );
  const waitForTurn = createPacer(rate);
  const breaker = createCircuitBreaker(connections, MAX_BREAKER_PAUSE_MS);
  const active = new Set<Promise<void>>();
  const heartbeat = setInterval(() => {
    ledger.renewLeases(holder, toInstant()).catch((error) => log.warn({ err: error }, "lease not renewed"));
  }, timing.leaseMs / 4);

  async function deliver(delivery: LeasedDelivery): Promise<void> {
    const { id, email, verpToken } = delivery;
    if (email === null || !delivery.isSubscribed)
      return window.leave({ id, state: "suppressed", reply: "The subscriber has left.", nextAttemptAt: null });
    const raw = sign(await render(delivery, email), getDomain(from.address));
    const message = { from: toVerpAddress(bounces, verpToken), to: toEnvelopeAddress(email), raw };
    let isOurs = true;
    try {
      const reply = await pool.send(message, async () => (isOurs = await window.enter(id)));
      breaker.recordSuccess();
      window.leave({ id, state: "sent", reply, nextAttemptAt: null });
    } catch (error) {
      if (isOurs) window.leave(await handleFailure(delivery, error as SmtpError));
    }
  }

  async function handleFailure({ id, subscriberId, attempts }: LeasedDelivery, error: SmtpError): Promise<Outcome> {
    const kind = classifySmtpError(error);
    const reply = summarizeReply(error.response ?? error.message);
    if (kind === "no-mailbox") {
      await retryStore("suppress subscriber", () =>
        suppressSubscriber(database, subscriberId, `The mail server rejected it: ${reply}`, toInstant()),
      );
      log.info({ issue: issue.id, delivery: id, reply }, "subscriber suppressed: the mailbox does not exist");
    }
    if (kind === "no-mailbox" || kind === "rejected") return { id, state: "failed", reply, nextAttemptAt: null };
    const delaysMs = kind === "unavailable" ? timing.reconnectsMs : timing.retriesMs;
    const delayMs = delaysMs[Math.min(attempts, delaysMs.length - 1)] ?? 0;
    if (kind === "unavailable") {
      const pauseMs = breaker.recordFailure();
      if (pauseMs > 0) log.warn({ issue: issue.id, reply, pauseMs }, "mail server unavailable; all mails wait");
    } else breaker.recordSuccess();
    return { id, state: "queued", reply, nextAttemptAt: toInstant(delayMs) };
  }

  try {
    while (!signal.aborted) {
      const leased = await retryStore("lease deliveries", () => ledger.lease(holder, toInstant(), LEASE_BATCH_SIZE));
      if (leased.length === 0) break;
      for (const delivery of leased) {
        while (active.size >= 2 * connections) await Promise.race(active);
        await breaker.pass(signal);
        await waitForTurn();
        if (signal.aborted) break;
        const work = deliver(delivery)
          .catch((error) => log.error({ err: error, delivery: delivery.id }, "mail not sent"))
          .finally(() => active.delete(work));
        active.add(work);
      }
    }
    await Promise.all(active);
    await window.settle();
  } finally {
    clearInterval(heartbeat);
    await ledger.releaseLeases(holder, toInstant()).catch(() => {});
  }
}

/** Returns the envelope sender of a delivery, such as bounces+TOKEN@example.org, which identifies its bounces. */
function toVerpAddress(bounces: string, token: string): string {
  const at = bounces.lastIndexOf("@");
  return `${bounces.slice(0, at)}+${token}${bounces.slice(at)}`;
}

/** Returns a function that waits so that it is passed `perSecond` times a second, evenly, by a monotonic clock. */
function createPacer(perSecond: number): () => Promise<void> {
  const stepMs = 1000 / perSecond;
  let next = performance.now();
  return async () => {
    const now = performance.now();
    // Unused time is not made up for.
    next = Math.max(next, now - stepMs) + stepMs;
    // Timers are accurate to about 1 ms, so shorter waits add up first.
    if (next - now > 5) await delay(next - now);
  };
}

/**
 * Returns a function that retries a store operation until it succeeds: mails must not go out while their outcome cannot be
 * recorded. Once aborted, it tries one more time and then throws.
 */
function createStoreRetry(log: Logger, signal: AbortSignal) {
  return async <Result>(operation: string, run: () => Promise<Result>): Promise<Result> => {
    for (let pauseMs = FIRST_STORE_RETRY_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_STORE_RETRY_MS)) {
      const isLast = signal.aborted;
      try {
        return await run();
      } catch (error) {
        if (isLast) throw error;
        log.warn({ err: error, operation }, "store operation failed; retrying");
        await delay(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
  };
}
