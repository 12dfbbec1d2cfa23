import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { backoffMs } from "../../../core/backoff.ts";
import type { Signer } from "../../mail/dkim.ts";
import { classifySmtpError, type SmtpError, summarizeReply } from "../../mail/smtpReplies.ts";
import type { MailPool } from "../../mail/transport.ts";
import type { StoredIssue } from "../../store/newsletter/issues.ts";
import type { DeliveryOutcome, LeasedDelivery, Ledger } from "../../store/newsletter/ledger.ts";
import type { Database } from "../../store/schema/schema.ts";
import type { BriefedEdition } from "../briefedEdition.ts";
import { getDomain, toEnvelopeAddress } from "../subscribing/mailAddress.ts";
import { suppressSubscriber } from "../subscribing/subscribers.ts";
import { createInDoubtWindow } from "./inDoubtWindow.ts";
import type { IssueRenderer } from "./issueRenderer.ts";

export interface SenderParts {
  database: Database;
  pool: MailPool;
  sign: Signer;
  /** Unique name of this sender. The sender's leases contain this name. */
  holder: string;
  /** Milliseconds since 1970. */
  now(): number;
  timing: SenderTiming;
  /** Returns the number of nodes that share the edition's rate. */
  countNodes(): number;
  log: Logger;
}

export interface SenderTiming {
  /** Longest time, in ms, between two heartbeats of a sender. After a longer time, the sender counts as dead. */
  leaseMs: number;
  /** Delays, in ms, before the next attempts after a deferral; the last delay is repeated. */
  retriesMs: readonly number[];
  /** Delays, in ms, before the next attempts if the server was unavailable; the last delay is repeated. */
  reconnectsMs: readonly number[];
  /** Maximum age, in ms, of an issue that is still sent. */
  maxAgeMs: number;
}

const MINUTE_MS = 60_000;
export const SENDER_TIMING: SenderTiming = {
  leaseMs: 20_000,
  retriesMs: [1, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS),
  reconnectsMs: [1000, 5000, 30_000, MINUTE_MS, 5 * MINUTE_MS],
  maxAgeMs: 18 * 60 * MINUTE_MS,
};

const LEASE_BATCH_SIZE = 100;
const BREAKER_PAUSE = { firstMs: 1000, maxMs: 2 * MINUTE_MS };
const STORE_RETRY = { firstMs: 100, maxMs: 5000 };

interface Round extends SenderParts {
  issue: StoredIssue;
  edition: BriefedEdition;
  ledger: Ledger;
  /** Returns a renderer for the issue without the stories that have been taken down. */
  getRenderer(): Promise<IssueRenderer>;
}

/**
 * Sends the due deliveries of an issue until none is left. When aborted, finishes the mails being sent and leaves the
 * others queued. After a crash, the ledger still lists the due deliveries.
 */
export async function sendDueDeliveries(round: Round, signal: AbortSignal): Promise<void> {
  const { database, pool, sign, holder, now, timing, countNodes, log, issue, edition, ledger, getRenderer } = round;
  const { from, connections, rate, inDoubt, bounces: bounceAddress = from.address } = edition.newsletter;
  const toInstant = (delayMs = 0) => new Date(now() + delayMs).toISOString();
  const retryStore = createStoreRetry(log, signal);
  const window = createInDoubtWindow(inDoubt, (outcomes, nextId) =>
    retryStore("record outcomes", () => ledger.record(holder, outcomes, nextId, toInstant())),
  );
  const waitForTurn = createPacer(() => rate / countNodes());
  const breaker = createCircuitBreaker(connections);
  const active = new Set<Promise<void>>();
  const heartbeat = setInterval(() => {
    ledger.renewLeases(holder, toInstant()).catch((error) => log.warn({ err: error }, "lease not renewed"));
  }, timing.leaseMs / 4);

  async function deliver(delivery: LeasedDelivery, render: IssueRenderer): Promise<void> {
    const { id, email, verpToken } = delivery;
    if (email === null || !delivery.isSubscribed)
      return window.leave({ id, state: "suppressed", reply: "The reader has unsubscribed.", nextAttemptAt: null });
    const raw = sign(render(delivery, email), getDomain(from.address));
    const message = { from: toVerpAddress(bounceAddress, verpToken), to: toEnvelopeAddress(email), raw };
    let isOurs = true;
    try {
      const reply = await pool.send(message, async () => (isOurs = await window.enter(id)));
      breaker.recordSuccess();
      window.leave({ id, state: "sent", reply, nextAttemptAt: null });
    } catch (error) {
      if (isOurs) window.leave(await handleFailure(delivery, error as SmtpError));
    }
  }

  async function handleFailure(
    { id, subscriberId, attempts }: LeasedDelivery,
    error: SmtpError,
  ): Promise<DeliveryOutcome> {
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
      const render = await retryStore("read the issue", getRenderer);
      for (const delivery of leased) {
        while (active.size >= 2 * connections) await Promise.race(active);
        await breaker.pass(signal);
        await waitForTurn();
        if (signal.aborted) break;
        const work = deliver(delivery, render)
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

/** Returns a delivery's envelope sender, such as bounces+TOKEN@example.org, so that bounces contain the token. */
function toVerpAddress(bounceAddress: string, token: string): string {
  const at = bounceAddress.lastIndexOf("@");
  return `${bounceAddress.slice(0, at)}+${token}${bounceAddress.slice(at)}`;
}

/** Returns a function whose calls resolve at most `getRate()` times a second, at equal intervals. */
function createPacer(getRate: () => number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const stepMs = 1000 / getRate();
    const now = performance.now();
    // An idle period does not allow a faster rate later.
    next = Math.max(next, now - stepMs) + stepMs;
    // Timers are accurate to about 1 ms, so a call that is at most 5 ms early does not wait. Each call still moves
    // `next` one step ahead, so a later call waits longer.
    if (next - now > 5) await delay(next - now);
  };
}

/** Creates a circuit breaker that pauses all deliveries after more than `maxFailures` consecutive server failures. */
function createCircuitBreaker(maxFailures: number) {
  let failures = 0;
  let openUntil = 0;
  const getRestMs = () => openUntil - performance.now();
  return {
    /** Resolves when deliveries may continue, or when `signal` aborts. */
    async pass(signal: AbortSignal): Promise<void> {
      while (getRestMs() > 0 && !signal.aborted) await delay(getRestMs(), undefined, { signal }).catch(() => {});
    },
    recordSuccess(): void {
      failures = 0;
    },
    /** @returns the pause that begins now, in ms; 0 if there were too few failures in a row for a pause */
    recordFailure(): number {
      failures++;
      if (failures <= maxFailures) return 0;
      const pauseMs = backoffMs(failures - maxFailures, BREAKER_PAUSE);
      openUntil = performance.now() + pauseMs;
      return pauseMs;
    },
  };
}

/** Creates a function that retries a store operation until it succeeds. After an abort, only one more try is made. */
function createStoreRetry(log: Logger, signal: AbortSignal) {
  return async <Result>(operation: string, run: () => Promise<Result>): Promise<Result> => {
    for (let failures = 1; ; failures++) {
      const isLast = signal.aborted;
      try {
        return await run();
      } catch (error) {
        if (isLast) throw error;
        log.warn({ err: error, operation }, "store operation failed; retrying");
        await delay(backoffMs(failures, STORE_RETRY), undefined, { signal }).catch(() => {});
      }
    }
  };
}
