import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { findLastArticleId } from "../store/articles/sitemapEntries.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { listHiddenArticles, listWaitingArticles, replaceHiddenEntries } from "../store/rules/hiddenEntries.ts";
import { listArticlesDated, listNextArticles } from "../store/rules/ruledEntries.ts";
import {
  addReviewedFeeds,
  deleteReviewedFeedsExcept,
  listAppliedRules,
  saveAppliedAt,
  saveAppliedRules,
} from "../store/rules/rules.ts";
import type { AppliedRulesRow } from "../store/schema/newsroomSchema.ts";
import type { Database } from "../store/schema/schema.ts";
import { logAction } from "../store/stories/editorLog.ts";
import {
  hasRules,
  hideEntries,
  listReviewed,
  listRules,
  type RuledEdition,
  readStoredRules,
  type StoredRules,
} from "./hide.ts";

/** Number of articles per transaction. A transaction takes about 20 ms. */
const BATCH_SIZE = 250;
/** Pause between two transactions, in ms. During the pause, other transactions can write to the store. */
const PAUSE_MS = 10;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Time, in ms, after which `applied_at` is updated even if no story has reached the `olderThanDays` of a rule. */
const MAX_UNSAVED_MS = HOUR_MS;

interface Applying {
  database: Database;
  /** Returns ms since 1970. */
  now: () => number;
  signal?: AbortSignal;
}

/**
 * Hides and shows the editions' stories as their rules require. If the rules have changed, checks all stored stories,
 * newest first. Otherwise, checks only stories that have reached the `olderThanDays` of a rule or the end of their
 * review. If a check of all stories is interrupted, the next call continues the check, even in another process.
 *
 * @returns the number of articles that were hidden or shown
 */
export async function applyRules(applying: Applying, editions: readonly RuledEdition[]): Promise<number> {
  const stored = await readStoredRules(applying.database);
  const applied = await listAppliedRules(applying.database);
  let changed = 0;
  for (const edition of editions) {
    const state = applied.get(edition.id);
    const isRuled = hasRules(edition, stored.rules);
    if (!state && !isRuled) continue;
    const digest = createDigest(edition, isRuled ? stored : null);
    if (state?.digest !== digest || state.last_id !== null)
      changed += await applyToAll(applying, edition, digest, state?.digest);
    else if (isRuled) changed += await applyToDue(applying, edition, stored, state);
  }
  return changed;
}

/** Returns a hash of everything that determines the hidden entries. @param stored null for an edition without rules */
function createDigest(edition: RuledEdition, stored: StoredRules | null): string {
  const follows = edition.sections.map(({ slug, feeds }) => [
    slug,
    feeds.map(({ url, language, review, origin }) => [url, language, review, origin?.edition, origin?.section]),
  ]);
  const parts = stored && [edition.language, follows, listRules(edition, stored)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

async function applyToAll(
  { database, now, signal }: Applying,
  edition: RuledEdition,
  digest: string,
  before: string | undefined,
): Promise<number> {
  const { id } = edition;
  const at = () => new Date(now()).toISOString();
  if (before !== digest)
    await withWriterLock(database, async (transaction) => {
      const reviewed = listReviewed([edition]);
      const own = reviewed.filter((feed) => feed.edition === id).map(({ feed_url }) => feed_url);
      await deleteReviewedFeedsExcept(transaction, id, own);
      await addReviewedFeeds(transaction, reviewed, at());
      const last_id = (await findLastArticleId(transaction)) + 1;
      await saveAppliedRules(transaction, { edition: id, digest, last_id, applied_at: at() });
    });
  let changed = 0;
  for (let isLast = false; !isLast && !signal?.aborted; ) {
    isLast = await withWriterLock(database, async (transaction) => {
      const state = (await listAppliedRules(transaction)).get(id);
      // Another process has finished this work, or has restarted it with other rules.
      if (state?.digest !== digest || state.last_id === null) return true;
      const isRuled = hasRules(edition, (await readStoredRules(transaction)).rules);
      const ids = isRuled
        ? await listNextArticles(transaction, Number(state.last_id), BATCH_SIZE)
        : await listHiddenArticles(transaction, id, BATCH_SIZE);
      changed += isRuled
        ? await hideEntries(transaction, [edition], ids, now())
        : (await replaceHiddenEntries(transaction, id, ids, [], at())).size;
      const lastId = ids.length < BATCH_SIZE ? null : (ids.at(-1) ?? null);
      await saveAppliedRules(transaction, { ...state, last_id: lastId });
      return lastId === null;
    });
    if (!isLast) await delay(PAUSE_MS);
  }
  return changed;
}

/**
 * Applies rules to stories that have reached the `olderThanDays` of a rule since `state.applied_at`, and to waiting
 * stories whose review may have ended.
 */
async function applyToDue(
  { database, now, signal }: Applying,
  edition: RuledEdition,
  stored: StoredRules,
  state: AppliedRulesRow,
): Promise<number> {
  const until = now();
  const toDate = (ms: number) => new Date(ms).toISOString();
  const appliedAt = Date.parse(state.applied_at);
  const sources = listRules(edition, stored);
  const ages = new Set(
    sources.flatMap(({ rules }) => rules.flatMap(({ drop, keep }) => (drop ?? keep)?.olderThanDays ?? [])),
  );
  const dated = await Promise.all(
    [...ages].map((days) =>
      listArticlesDated(database, toDate(appliedAt - days * DAY_MS), toDate(until - days * DAY_MS)),
    ),
  );
  const shortestMs = Math.min(...sources.map(({ review }) => review.hours)) * HOUR_MS;
  const waiting = await listWaitingArticles(database, edition.id, toDate(until - shortestMs));
  const due = [...new Set([...dated.flat(), ...waiting.map(({ id }) => id)])];
  let changed = 0;
  for (let start = 0; start < due.length && !signal?.aborted; start += BATCH_SIZE) {
    const ids = due.slice(start, start + BATCH_SIZE);
    changed += await withWriterLock(database, async (transaction) => {
      const hidden = await hideEntries(transaction, [edition], ids, now());
      await logEnds(transaction, edition, waiting, ids, toDate(until));
      return hidden;
    });
  }
  const isLate = ages.size > 0 && until - appliedAt > MAX_UNSAVED_MS;
  if ((dated.flat().length > 0 || isLate) && !signal?.aborted) await saveAppliedAt(database, state, toDate(until));
  return changed;
}

/** Logs which of the articles `ids` no longer wait for review. @param waiting articles that waited before */
async function logEnds(
  transaction: Database,
  edition: RuledEdition,
  waiting: Awaited<ReturnType<typeof listWaitingArticles>>,
  ids: readonly number[],
  now: string,
): Promise<void> {
  if (!edition.sections.some(({ feeds }) => feeds.some((feed) => feed.review && !feed.origin))) return;
  const still = new Set((await listWaitingArticles(transaction, edition.id, now)).map((article) => article.id));
  const by = { edition, actor: { name: "schedule" }, now };
  const action = edition.review.overdue;
  for (const { id, slug } of waiting)
    if (ids.includes(id) && !still.has(id))
      await logAction(transaction, by, { action, subject: `article ${id}`, before: null, after: { slug } });
}
