import { isClockTrusted } from "../../store/clock.ts";
import { findIssueContent, markIssue, type StoredIssue } from "../../store/newsletter/issues.ts";
import { createDeliveryLedger } from "../../store/newsletter/ledger.ts";
import { createRandomHex } from "../../store/randomTokens.ts";
import type { BriefedEdition } from "../briefedEdition.ts";
import { getDomain } from "../subscribing/mailAddress.ts";
import { listRecipients } from "../subscribing/subscribers.ts";
import type { Tokens } from "../subscribing/tokens.ts";
import { createIssueRenderer } from "./issueRenderer.ts";
import { type SenderParts, sendDueDeliveries } from "./sender.ts";

/** Number of rows per insert statement, since databases limit a statement's parameters. */
const BATCH_SIZE = 500;
/** Length, in bytes, of the secret token that authenticates a bounce. */
const VERP_TOKEN_BYTES = 10;
/** Limit, in ms, above the longest delay of a retry. Only a wrong clock can schedule an attempt beyond the limit. */
const MAX_RETRY_MS = 4 * 3_600_000;

/**
 * Creates a function that sends the due deliveries of an issue. The function returns true if no delivery is left for
 * later. Between calls, it remembers the heartbeats of other senders.
 */
export function createIssueRun(
  parts: SenderParts,
  issue: StoredIssue,
  edition: BriefedEdition,
  tokens: Tokens,
  siteUrl: string,
): (signal: AbortSignal) => Promise<boolean> {
  const { database, holder, now, timing, log } = parts;
  const ledger = createDeliveryLedger(database, issue.id);
  let current = { content: issue.content, render: createIssueRenderer(issue, edition, tokens, siteUrl) };
  const heartbeats = new Map<string, { heartbeat: string; seenAt: number }>();
  const toInstant = (delayMs = 0) => new Date(now() + delayMs).toISOString();
  let isQueued = issue.queued_at !== null;

  /** Adds a delivery for every recipient to the ledger; after a crash, resumes after the last recipient added. */
  async function queueDeliveries(): Promise<void> {
    const domain = getDomain(edition.newsletter.from.address);
    const toDelivery = (subscriberId: number) => {
      const token = createRandomHex(VERP_TOKEN_BYTES);
      return { subscriber_id: subscriberId, verp_token: token, message_id: `<${token}.${issue.date}@${domain}>` };
    };
    for (let lastId = await ledger.findLastQueued(); ; ) {
      const recipients = await listRecipients(database, edition.id, issue.date, lastId, BATCH_SIZE);
      if (recipients.length === 0) break;
      await ledger.queue(recipients.map(toDelivery), toInstant());
      lastId = recipients.at(-1) ?? lastId;
    }
    await markIssue(database, issue.id, "queued_at", toInstant());
  }

  async function getRenderer() {
    const content = (await findIssueContent(database, issue.id)) ?? issue.content;
    if (content !== current.content)
      current = { content, render: createIssueRenderer({ ...issue, content }, edition, tokens, siteUrl) };
    return current.render;
  }

  /** Releases the leases of senders whose heartbeat has not changed for `leaseMs` by this process's monotonic clock. */
  async function releaseExpiredLeases(): Promise<void> {
    for (const { holder: other, heartbeat } of await ledger.listLeaseHolders()) {
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
    if (isOver && !(await isClockTrusted(database, now()))) return false;
    // Does not queue an issue that is too old to be news.
    if (!isQueued && !isOver) await queueDeliveries();
    isQueued = true;
    await releaseExpiredLeases();
    await ledger.resetFarAttempts(toInstant(MAX_RETRY_MS), toInstant());
    if (isOver) {
      const failed = await ledger.failQueued();
      if (failed > 0) log.warn({ issue: issue.id, mails: failed }, "gave up mails that could not be sent in time");
    }
    await sendDueDeliveries({ ...parts, issue, edition, ledger, getRenderer }, signal);
    if (signal.aborted || (await ledger.hasOpen())) return false;
    await markIssue(database, issue.id, "finished_at", toInstant());
    return true;
  };
}
