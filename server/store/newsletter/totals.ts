import type { Transaction } from "kysely";
import type { DeliveryState } from "../schema/newsletterSchema.ts";
import type { Database, Tables } from "../schema/schema.ts";

interface OldDelivery {
  id: number;
  issue_id: number;
  state: DeliveryState;
}

/** Deletes deliveries, including the replies of mail servers. Adds the number of deliveries to the issues' totals. */
export async function moveToTotals(transaction: Transaction<Tables>, deliveries: readonly OldDelivery[]) {
  const groups = Map.groupBy(deliveries, ({ issue_id, state }) => `${issue_id} ${state}`);
  for (const group of groups.values()) {
    const [{ issue_id, state }] = group as [OldDelivery];
    const total = { issue_id, state, count: group.length };
    await transaction
      .insertInto("delivery_totals")
      .values(total)
      .onConflict((conflict) =>
        conflict
          .columns(["issue_id", "state"])
          .doUpdateSet(({ eb }) => ({ count: eb("delivery_totals.count", "+", total.count) })),
      )
      .execute();
  }
  const ids = deliveries.map(({ id }) => id);
  await transaction.deleteFrom("deliveries").where("id", "in", ids).execute();
}

/**
 * Gives up the unfinished issues created before an instant. Marks these issues as finished, and their unsent deliveries
 * as failed.
 */
export async function giveUpIssues(transaction: Transaction<Tables>, before: string): Promise<void> {
  const issues = transaction.selectFrom("issues").select("id");
  const unfinished = await issues.where("finished_at", "is", null).where("created_at", "<", before).execute();
  for (const { id } of unfinished) {
    const open = transaction.updateTable("deliveries").where("issue_id", "=", id);
    await open.where("state", "in", ["queued", "leased"]).set({ state: "failed" }).execute();
    await transaction
      .updateTable("issues")
      .set(({ fn, val }) => ({ queued_at: fn.coalesce("queued_at", val(before)), finished_at: before }))
      .where("id", "=", id)
      .execute();
  }
}

/** Returns the number of an issue's deleted deliveries for each state. */
export function listTotals(database: Database, issueId: number) {
  return database.selectFrom("delivery_totals").select(["state", "count"]).where("issue_id", "=", issueId).execute();
}
