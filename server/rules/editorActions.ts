import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Rule } from "../editions/schema/ruleSchema.ts";
import { EditorError } from "../editorError.ts";
import { type Actor, requireCapability } from "../people/capabilities.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import {
  deleteRule,
  insertRule,
  listReviews,
  listStoredRules,
  type StoredRule,
  saveReview,
} from "../store/rules/rules.ts";
import type { Database } from "../store/schema/schema.ts";
import { parseStored } from "../store/storedJson.ts";
import { logAction } from "../store/stories/editorLog.ts";
import { hideEntries, parseRule, type RuledEdition } from "./hide.ts";

interface RuleEditing {
  database: Database;
  edition: RuledEdition;
  /** All editions, since other editions may take stories from `edition`. */
  editions: readonly RuledEdition[];
  actor: Actor;
  /** ISO 8601. */
  now: string;
}

/** Adds a rule to the store. `applyRules` then applies it to stored stories. @throws {EditorError} for a duplicate */
export async function addRule(editing: RuleEditing, rule: Rule): Promise<StoredRule> {
  const { database, edition, actor, now } = editing;
  requireCapability(actor, edition.id, "change rules");
  return withWriterLock(database, async (transaction) => {
    const known = (await listStoredRules(transaction)).filter((row) => row.edition === edition.id);
    const same = known.find((row) => isDeepStrictEqual(parseRule(row.rule), rule));
    if (same) throw new EditorError(`Rule ${same.id} already says this.`);
    const columns = { edition: edition.id, rule: JSON.stringify(rule), added_at: now, added_by: actor.name };
    const added = await insertRule(transaction, columns);
    const action = { action: "add rule", subject: `rule ${added.id}`, before: null, after: rule };
    await logAction(transaction, editing, action);
    return added;
  });
}

/** Removes a rule from the store. @throws {EditorError} if no rule has this number */
export async function removeRule(editing: RuleEditing, id: number): Promise<void> {
  const { database, edition, actor } = editing;
  requireCapability(actor, edition.id, "change rules");
  await withWriterLock(database, async (transaction) => {
    const removed = await deleteRule(transaction, edition.id, id);
    if (!removed)
      throw new EditorError(`The store has no rule ${id}. \`npx broadsheet rules\` lists those that can be removed.`);
    const before = parseStored(z.record(z.string(), z.unknown()), removed.rule, `rule ${id}`);
    await logAction(transaction, editing, { action: "remove rule", subject: `rule ${id}`, before, after: null });
  });
}

/** Shows or hides a story of a feed that the edition reviews. @throws {EditorError} if there is no such story */
export async function reviewStory(
  editing: RuleEditing,
  slug: string,
  decision: "approved" | "rejected",
): Promise<void> {
  const { database, edition, editions, actor, now } = editing;
  requireCapability(actor, edition.id, "review");
  const reviewed = edition.sections.flatMap(({ feeds }) =>
    feeds.flatMap(({ url, review, origin }) => (review && !origin ? [url] : [])),
  );
  await withWriterLock(database, async (transaction) => {
    const article = await transaction
      .selectFrom("articles")
      .innerJoin("entries", "entries.article_id", "articles.id")
      .select("articles.id")
      .where("articles.slug", "=", slug)
      .where("entries.feed_url", "in", reviewed)
      .executeTakeFirst();
    if (!article) throw new EditorError(`No feed with \`review: true\` has a story ${slug}.`);
    const before = (await listReviews(transaction, [article.id])).find((review) => review.edition === edition.id);
    const review = { article_id: article.id, edition: edition.id, decision, decided_at: now };
    await saveReview(transaction, review);
    await logAction(transaction, editing, {
      action: decision === "approved" ? "approve" : "reject",
      subject: `article ${article.id}`,
      before: before ?? null,
      after: { ...review, slug },
    });
    await hideEntries(transaction, editions, [article.id], Date.parse(now));
  });
}
