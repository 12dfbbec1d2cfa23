import type { CompiledQuery } from "kysely";
import type { DeliveryRow } from "../newsletterSchema.ts";
import type { Database } from "../schema.ts";

/** A delivery that was claimed, with whom it is for. */
export interface Claimed {
  id: number;
  subscriberId: number;
  messageId: string;
  verpToken: string;
  attempts: number;
  /** Null where the address was erased meanwhile. */
  email: string | null;
  secret: string;
  sections: string | null;
  /** Whether the briefing is still wanted. */
  isWanted: boolean;
}

/** What became of a mail, to be written down. */
export interface Outcome {
  id: number;
  state: "sent" | "queued" | "failed" | "suppressed";
  answer: string;
  /** When it is tried again, where it is queued. */
  nextAttemptAt: string | null;
}

type NewDelivery = Pick<DeliveryRow, "subscriber_id" | "message_id" | "verp_token">;

/** Writes deliveries of an issue into the ledger; those that stand there already stay as they are. */
export async function queueDeliveries(
  database: Database,
  issueId: number,
  deliveries: readonly NewDelivery[],
  now: string,
): Promise<void> {
  const rows = deliveries.map((delivery) => ({
    ...delivery,
    issue_id: issueId,
    state: "queued" as const,
    attempts: 0,
    next_attempt_at: now,
  }));
  await database
    .insertInto("deliveries")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["issue_id", "subscriber_id"]).doNothing())
    .execute();
}

/** The last subscriber for whom the ledger has a row of an issue: where queueing goes on after a crash. */
export async function lastQueued(database: Database, issueId: number): Promise<number> {
  const row = await database
    .selectFrom("deliveries")
    .select((all) => all.fn.max("subscriber_id").as("last"))
    .where("issue_id", "=", issueId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Leases the deliveries that have waited longest to a process. Of two that ask at once, each gets others. */
export async function claimDeliveries(
  database: Database,
  issueId: number,
  holder: string,
  now: string,
  limit: number,
): Promise<Claimed[]> {
  const claimed = await database
    .updateTable("deliveries")
    .set({ state: "leased", lease_holder: holder, lease_until: now })
    .where("state", "=", "queued")
    .where("id", "in", (due) =>
      due
        .selectFrom("deliveries")
        .select("id")
        .where("issue_id", "=", issueId)
        .where("state", "=", "queued")
        .where("next_attempt_at", "<=", now)
        .orderBy("next_attempt_at")
        .orderBy("id")
        .limit(limit),
    )
    .returning(["id", "subscriber_id", "message_id", "verp_token", "attempts"])
    .execute();
  if (claimed.length === 0) return [];
  const ids = claimed.map((row) => row.subscriber_id);
  const subscribers = await database
    .selectFrom("subscribers")
    .select(["id", "email", "secret", "sections", "status"])
    .where("id", "in", ids)
    .execute();
  const byId = new Map(subscribers.map((subscriber) => [subscriber.id, subscriber]));
  return claimed.map(({ id, subscriber_id, message_id, verp_token, attempts }) => {
    const subscriber = byId.get(subscriber_id);
    return {
      ...{ id, attempts, subscriberId: subscriber_id, messageId: message_id, verpToken: verp_token },
      email: subscriber?.email ?? null,
      secret: subscriber?.secret ?? "",
      sections: subscriber?.sections ?? null,
      isWanted: subscriber?.status === "confirmed",
    };
  });
}

/** Writes into the ledger what happens to mails that a holder sends. */
export interface Pen {
  /**
   * Writes down what became of mails and, in the same breath, that the last byte of the next one may go out: so a crash
   * never finds more mails in doubt than are under way.
   *
   * @param next the next delivery; null where there is none
   * @returns whether the next one is still this holder's to send
   */
  write(outcomes: readonly Outcome[], next: number | null, now: string): Promise<boolean>;
}

/** Stand where the values go in statements that are made once: making one costs as much as running it. */
const HERE = { id: -1, now: "now", state: "failed", answer: "answer", next: "next" } as const;

export function openPen(database: Database, holder: string): Pen {
  const closing = database
    .updateTable("deliveries")
    .set((row) => ({
      ...{ state: HERE.state, last_answer: HERE.answer, next_attempt_at: HERE.next, sent_at: HERE.now },
      ...{ lease_holder: null, lease_until: null, sending_at: null },
      attempts: row("attempts", "+", 1),
    }))
    .where("id", "=", HERE.id);
  // What was accepted is written down whoever holds the lease by now; anything else only while it is ours.
  const sent = closing.compile();
  const notSent = closing.where("lease_holder", "=", holder).compile();
  const entering = database
    .updateTable("deliveries")
    .set({ sending_at: HERE.now })
    .where("id", "=", HERE.id)
    .where("state", "=", "leased")
    .where("lease_holder", "=", holder)
    .compile();
  const filled = (query: CompiledQuery, values: Partial<Record<keyof typeof HERE, unknown>>) => {
    const byPlace = new Map(Object.entries(HERE).map(([name, here]) => [here as unknown, name as keyof typeof HERE]));
    const parameters = query.parameters.map((value) => {
      const name = byPlace.get(value);
      return name === undefined ? value : values[name];
    });
    return { ...query, parameters };
  };

  return {
    write: (outcomes, next, now) =>
      database.transaction().execute(async (transaction) => {
        for (const { id, state, answer, nextAttemptAt } of outcomes) {
          const isSent = state === "sent";
          const values = { id, state, answer, next: nextAttemptAt, now: isSent ? now : null };
          await transaction.executeQuery(filled(isSent ? sent : notSent, values));
        }
        if (next === null) return false;
        const { numAffectedRows = 0n } = await transaction.executeQuery(filled(entering, { id: next, now }));
        return numAffectedRows > 0n;
      }),
  };
}

/** Says that a holder lives. */
export async function renewLeases(database: Database, issueId: number, holder: string, now: string): Promise<void> {
  await database
    .updateTable("deliveries")
    .set({ lease_until: now })
    .where("issue_id", "=", issueId)
    .where("state", "=", "leased")
    .where("lease_holder", "=", holder)
    .execute();
}

/** Who holds deliveries of an issue, and what each wrote last to say that it lives. */
export async function leaseHolders(database: Database, issueId: number): Promise<{ holder: string; beat: string }[]> {
  const rows = await database
    .selectFrom("deliveries")
    .select((all) => ["lease_holder", all.fn.max("lease_until").as("beat")])
    .where("issue_id", "=", issueId)
    .where("state", "=", "leased")
    .groupBy("lease_holder")
    .execute();
  return rows.map(({ lease_holder, beat }) => ({ holder: lease_holder ?? "", beat: beat ?? "" }));
}

/**
 * Takes back what a holder had: one that is dead, or that goes.
 *
 * @returns how many of them were in doubt: perhaps accepted, with no answer written down
 */
export async function releaseLeases(database: Database, issueId: number, holder: string, now: string): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const held = () =>
      transaction
        .updateTable("deliveries")
        .where("issue_id", "=", issueId)
        .where("lease_holder", "=", holder)
        .where("state", "=", "leased")
        .set({ state: "queued", lease_holder: null, lease_until: null, sending_at: null, next_attempt_at: now });
    const doubtful = await held()
      .set({ last_answer: "No answer was written down before the sender ended: it may have been accepted." })
      .where("sending_at", "is not", null)
      .executeTakeFirst();
    await held().execute();
    return Number(doubtful.numUpdatedRows);
  });
}

/** Makes deliveries due that wait for an instant which only a wrong clock can have named. */
export async function forgetFarAttempts(database: Database, issueId: number, latest: string, now: string) {
  await database
    .updateTable("deliveries")
    .set({ next_attempt_at: now })
    .where("issue_id", "=", issueId)
    .where("state", "=", "queued")
    .where("next_attempt_at", ">", latest)
    .execute();
}

/** Gives up what is still queued at the end of an issue's day. */
export async function giveUp(database: Database, issueId: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("deliveries")
    .set({ state: "failed" })
    .where("issue_id", "=", issueId)
    .where("state", "=", "queued")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** How many deliveries of an issue are in each state. */
export async function countDeliveries(
  database: Database,
  issueId: number,
): Promise<Partial<Record<DeliveryRow["state"], number>>> {
  const rows = await database
    .selectFrom("deliveries")
    .select((all) => ["state", all.fn.countAll().as("count")])
    .where("issue_id", "=", issueId)
    .groupBy("state")
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

/** Whether anything of an issue is left to send. */
export async function hasOpenDeliveries(database: Database, issueId: number): Promise<boolean> {
  const row = await database
    .selectFrom("deliveries")
    .select("id")
    .where("issue_id", "=", issueId)
    .where("state", "in", ["queued", "leased"])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers that an issue's deliveries are all queued, or all done. */
export async function markIssue(
  database: Database,
  issueId: number,
  what: "queued_at" | "finished_at",
  now: string,
): Promise<void> {
  await database
    .updateTable("issues")
    .set({ [what]: now })
    .where("id", "=", issueId)
    .execute();
}

/** The delivery that a bounce's address names. */
export async function deliveryByToken(
  database: Database,
  token: string,
): Promise<{ id: number; subscriberId: number } | undefined> {
  return database
    .selectFrom("deliveries")
    .select(["id", "subscriber_id as subscriberId"])
    .where("verp_token", "=", token)
    .executeTakeFirst();
}

/** Remembers what came back of a delivery after its mail server had taken it. */
export async function saveBounce(database: Database, id: number, answer: string): Promise<void> {
  await database.updateTable("deliveries").set({ last_answer: answer }).where("id", "=", id).execute();
}
