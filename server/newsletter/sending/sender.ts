import type { Logger } from "pino";
import {
  type Claimed,
  claimDeliveries,
  type Outcome,
  openPen,
  releaseLeases,
  renewLeases,
} from "../../store/newsletter/deliveries.ts";
import type { StoredIssue } from "../../store/newsletter/issues.ts";
import type { Database } from "../../store/schema.ts";
import { mailboxOf } from "../address.ts";
import { suppressSubscriber } from "../subscribers.ts";
import { domainOf } from "../templates/bytes.ts";
import type { BriefedEdition } from "../templates/letter.ts";
import { type SmtpError, verdictOf, wordsOf } from "./answers.ts";
import { openBreaker } from "./breaker.ts";
import type { Signer } from "./dkim.ts";
import type { Molds } from "./molds.ts";
import { openPace } from "./pace.ts";
import type { Pool } from "./pool.ts";
import { persistent } from "./store.ts";
import { openWindow } from "./window.ts";

export interface SenderParts {
  database: Database;
  pool: Pool;
  sign: Signer;
  /** The name of this run of this process, by which it holds leases. */
  holder: string;
  /** Milliseconds since 1970. */
  now(): number;
  timing: Timing;
  log: Logger;
}

/** How long things take, in milliseconds. */
export interface Timing {
  /** A holder that has not said for so long that it lives is dead. */
  lease: number;
  /** Delays before the next attempts after a temporary refusal; the last one for all later ones. */
  retries: readonly number[];
  /** The same after a connection that broke. */
  reconnects: readonly number[];
  /** For how long an issue is tried. */
  day: number;
}

const MINUTE = 60_000;
export const TIMING: Timing = {
  lease: 20_000,
  retries: [1, 5, 15, 30, 60].map((minutes) => minutes * MINUTE),
  reconnects: [1000, 5000, 30_000, MINUTE, 5 * MINUTE],
  day: 18 * 60 * MINUTE,
};

const AT_ONCE = 100;
const LONGEST_PAUSE_MS = 2 * MINUTE;

/** What is sent now: an issue, to whom it is due. */
export interface Round {
  issue: StoredIssue;
  edition: BriefedEdition;
  molds: Molds;
  /** Ends it: mails under way are waited for, all others are left for another time. */
  signal: AbortSignal;
  onSent: (() => void) | undefined;
}

/**
 * Sends what is due of an issue and returns when nothing is due any more, or at the signal. Whatever ends the process in
 * between, the ledger says what is left.
 */
export async function sendDue(parts: SenderParts, { issue, edition, molds, signal, onSent }: Round): Promise<void> {
  const { database, pool, sign, holder, now, timing, log } = parts;
  const { newsletter } = edition;
  const { from, connections, rate, inDoubt } = newsletter;
  const bounces = newsletter.bounces ?? from.address;
  const at = (later = 0) => new Date(now() + later).toISOString();
  const attempt = persistent(log, signal);
  const pen = openPen(database, holder);
  const window = openWindow(inDoubt, (outcomes, next) =>
    attempt("writing down answers", () => pen.write(outcomes, next, at())),
  );
  const pace = openPace(rate);
  const breaker = openBreaker(connections, LONGEST_PAUSE_MS);
  const underWay = new Set<Promise<void>>();
  const beating = setInterval(() => {
    renewLeases(database, issue.id, holder, at()).catch((error) => log.warn({ err: error }, "lease not renewed"));
  }, timing.lease / 4);

  async function deliver(claimed: Claimed): Promise<void> {
    const { id, email, verpToken, messageId } = claimed;
    if (email === null || !claimed.isWanted)
      return window.leave({ id, state: "suppressed", answer: "It was not wanted any more.", nextAttemptAt: null });
    const bytes = sign(await molds.cast(claimed, email), domainOf(from.address));
    let isOurs = true;
    try {
      const answer = await pool.send(
        { from: verpAddress(bounces, verpToken), to: mailboxOf(email), messageId, bytes },
        async () => (isOurs = await window.enter(id)),
      );
      breaker.works();
      onSent?.();
      window.leave({ id, state: "sent", answer, nextAttemptAt: null });
    } catch (error) {
      if (isOurs) window.leave(await judge(claimed, error as SmtpError));
    }
  }

  /** What becomes of a mail that was not taken. */
  async function judge({ id, subscriberId, attempts }: Claimed, error: SmtpError): Promise<Outcome> {
    const verdict = verdictOf(error);
    const answer = wordsOf(error);
    if (verdict === "gone") {
      await attempt("suppressing an address", () =>
        suppressSubscriber(database, subscriberId, `The mail server refused it: ${answer}`, at()),
      );
      log.info({ issue: issue.id, delivery: id, answer }, "address suppressed: its server says that it takes no mail");
    }
    if (verdict === "gone" || verdict === "refused") return { id, state: "failed", answer, nextAttemptAt: null };
    const delays = verdict === "away" ? timing.reconnects : timing.retries;
    const delay = delays[Math.min(attempts, delays.length - 1)] ?? 0;
    if (verdict === "away") {
      const pause = breaker.fails();
      if (pause > 0) log.warn({ issue: issue.id, answer, pause }, "mail server away: all mails wait");
    } else breaker.works();
    return { id, state: "queued", answer, nextAttemptAt: at(delay) };
  }

  try {
    while (!signal.aborted) {
      const rows = await attempt("claiming mails", () => claimDeliveries(database, issue.id, holder, at(), AT_ONCE));
      if (rows.length === 0) break;
      for (const row of rows) {
        while (underWay.size >= 2 * connections) await Promise.race(underWay);
        await breaker.pass(signal);
        await pace();
        if (signal.aborted) break;
        const work = deliver(row)
          .catch((error) => log.error({ err: error, delivery: row.id }, "mail not sent"))
          .finally(() => underWay.delete(work));
        underWay.add(work);
      }
    }
    await Promise.all(underWay);
    await window.settled();
  } finally {
    clearInterval(beating);
    await releaseLeases(database, issue.id, holder, at()).catch(() => {});
  }
}

/** The envelope's sender of one delivery, by which a bounce is known: bounces+CODE@example.org. */
function verpAddress(bounces: string, token: string): string {
  const place = bounces.lastIndexOf("@");
  return `${bounces.slice(0, place)}+${token}${bounces.slice(place)}`;
}
