import {
  countDeliveries,
  forgetFarAttempts,
  giveUp,
  hasOpenDeliveries,
  leaseHolders,
  markIssue,
  releaseLeases,
} from "../../store/newsletter/deliveries.ts";
import type { StoredIssue } from "../../store/newsletter/issues.ts";
import { queueForAll } from "../issue.ts";
import type { BriefedEdition } from "../templates/letter.ts";
import type { Tokens } from "../tokens.ts";
import { openMolds } from "./molds.ts";
import { type SenderParts, sendDue } from "./sender.ts";

/** Sends an issue, as far as it can be sent now. */
export interface IssueRun {
  /** @returns whether nothing of it is left */
  go(signal: AbortSignal, watch?: Watch): Promise<boolean>;
}

/** For who looks on. */
interface Watch {
  onSent?: () => void;
  onQueued?: (count: number) => void;
}

/** Longer than any delay that we name ourselves. */
const FAR_MS = 4 * 3_600_000;

export function openIssueRun(
  parts: SenderParts,
  issue: StoredIssue,
  edition: BriefedEdition,
  tokens: Tokens,
  siteUrl: string,
): IssueRun {
  const { database, holder, now, timing, log } = parts;
  const molds = openMolds(issue, edition, tokens, siteUrl);
  const seen = new Map<string, { beat: string; at: number }>();
  const at = (later = 0) => new Date(now() + later).toISOString();
  let isQueued = issue.queued_at !== null;

  /** Frees what dead processes held. Whether one lives shows in whether it still writes, by a clock that nobody sets. */
  async function buryTheDead(): Promise<void> {
    for (const { holder: other, beat } of await leaseHolders(database, issue.id)) {
      if (other === holder) continue;
      const before = seen.get(other);
      if (before?.beat !== beat) seen.set(other, { beat, at: performance.now() });
      else if (performance.now() - before.at > timing.lease) {
        const inDoubt = await releaseLeases(database, issue.id, other, at());
        log.warn({ issue: issue.id, holder: other, inDoubt }, "took over from a sender that ended");
        seen.delete(other);
      }
    }
  }

  return {
    async go(signal, { onSent, onQueued } = {}) {
      const isOver = now() - Date.parse(issue.created_at) > timing.day;
      // An issue that no mail server ever saw is not news any more.
      if (!isQueued && !isOver) await queueForAll(database, issue, edition, now);
      isQueued = true;
      if (onQueued) {
        const counts = Object.values(await countDeliveries(database, issue.id));
        onQueued(counts.reduce((sum, count) => sum + count, 0));
      }
      await buryTheDead();
      await forgetFarAttempts(database, issue.id, at(FAR_MS), at());
      if (isOver) {
        const given = await giveUp(database, issue.id);
        if (given > 0) log.warn({ issue: issue.id, mails: given }, "mails given up: their day is over");
      }
      await sendDue(parts, { issue, edition, molds, signal, onSent });
      if (signal.aborted || (await hasOpenDeliveries(database, issue.id))) return false;
      await markIssue(database, issue.id, "finished_at", at());
      return true;
    },
  };
}
