import { markIssue, type StoredIssue } from "../../store/newsletter/issues.ts";
import { createLedger } from "../../store/newsletter/ledger.ts";
import { queueIssue } from "../issue.ts";
import type { Tokens } from "../subscribing/tokens.ts";
import type { BriefedEdition } from "../templates/letter.ts";
import { createIssueRenderer } from "./issueRenderer.ts";
import { type SenderParts, sendDueDeliveries } from "./sender.ts";

/** Sends an issue, as far as it is due. @returns true if nothing of it is left to send */
export type IssueRun = (signal: AbortSignal) => Promise<boolean>;

/** Longer than any retry delay. */
const MAX_RETRY_MS = 4 * 3_600_000;

/** Creates a function that sends an issue. It remembers the heartbeats of other senders from one call to the next. */
export function createIssueRun(
  parts: SenderParts,
  issue: StoredIssue,
  edition: BriefedEdition,
  tokens: Tokens,
  siteUrl: string,
): IssueRun {
  const { database, holder, now, timing, log } = parts;
  const ledger = createLedger(database, issue.id);
  const render = createIssueRenderer(issue, edition, tokens, siteUrl);
  const heartbeats = new Map<string, { heartbeat: string; seenAt: number }>();
  const toInstant = (delayMs = 0) => new Date(now() + delayMs).toISOString();
  let isQueued = issue.queued_at !== null;

  /** Releases the leases of senders whose heartbeat has not changed for the lease time, by a monotonic clock. */
  async function releaseExpiredLeases(): Promise<void> {
    for (const { holder: other, heartbeat } of await ledger.findLeaseHolders()) {
      if (other === holder) continue;
      const known = heartbeats.get(other);
      if (known?.heartbeat !== heartbeat) heartbeats.set(other, { heartbeat, seenAt: performance.now() });
      else if (performance.now() - known.seenAt > timing.leaseMs) {
        const inDoubt = await ledger.releaseLeases(other, toInstant());
        log.warn({ issue: issue.id, holder: other, inDoubt }, "released the leases of a sender that ended");
        heartbeats.delete(other);
      }
    }
  }

  return async (signal) => {
    const isOver = now() - Date.parse(issue.created_at) > timing.maxAgeMs;
    // An issue that could not be sent on its day is no longer news.
    if (!isQueued && !isOver) await queueIssue(database, issue, edition, now);
    isQueued = true;
    await releaseExpiredLeases();
    await ledger.resetFarAttempts(toInstant(MAX_RETRY_MS), toInstant());
    if (isOver) {
      const failed = await ledger.failQueued();
      if (failed > 0) log.warn({ issue: issue.id, mails: failed }, "gave up mails that could not be sent in time");
    }
    await sendDueDeliveries(parts, { issue, edition, ledger, render, signal });
    if (signal.aborted || (await ledger.hasOpen())) return false;
    await markIssue(database, issue.id, "finished_at", toInstant());
    return true;
  };
}
