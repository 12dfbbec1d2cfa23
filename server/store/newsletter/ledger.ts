import { sql } from "kysely";
import { addRows } from "../batches.ts";
import { getEngine, withWriterLock } from "../engines/engine.ts";
import type { DeliveryRow } from "../schema/newsletterSchema.ts";
import type { Database } from "../schema/schema.ts";
import { listTotals } from "./totals.ts";

/** Delivery that a sender has leased, with the data of its subscriber. */
export interface LeasedDelivery {
  id: number;
  subscriberId: number;
  messageId: string;
  verpToken: string;
  attempts: number;
  /** Address of the subscriber; null if it was erased after the delivery was queued. */
  email: string | null;
  secret: string;
  /** JSON array of section slugs; null for all sections. */
  sections: string | null;
  /** False if the subscriber has unsubscribed, or must get no mail, for example after a complaint. */
  isSubscribed: boolean;
}

/** Result of a delivery attempt. */
export interface DeliveryOutcome {
  id: number;
  state: "sent" | "queued" | "failed" | "suppressed";
  reply: string;
  /** Time of the next attempt, ISO 8601; null unless `state` is `queued`. */
  nextAttemptAt: string | null;
}

type NewDelivery = Pick<DeliveryRow, "subscriber_id" | "message_id" | "verp_token">;

export type Ledger = ReturnType<typeof createDeliveryLedger>;

/** Creates the ledger of one issue's deliveries. Senders lease deliveries. A `holder` is a sender's unique name. */
export function createDeliveryLedger(database: Database, issueId: number) {
  const select = () => database.selectFrom("deliveries").where("issue_id", "=", issueId);
  const updateQueued = () =>
    database.updateTable("deliveries").where("issue_id", "=", issueId).where("state", "=", "queued");
  const updateLeased = (holder: string, executor = database) =>
    executor
      .updateTable("deliveries")
      .where("issue_id", "=", issueId)
      .where("state", "=", "leased")
      .where("lease_holder", "=", holder);

  return {
    /** Adds deliveries; leaves existing ones unchanged. */
    async queue(deliveries: readonly NewDelivery[], now: string): Promise<void> {
      const queued = { issue_id: issueId, state: "queued", attempts: 0, next_attempt_at: now } as const;
      const rows = deliveries.map((delivery) => ({ ...delivery, ...queued }));
      await addRows(database, "deliveries", rows);
    },

    /** Returns the highest id among subscribers with a delivery; 0 if there is none. Queueing resumes after this id. */
    async findLastQueued(): Promise<number> {
      const last = select().select(({ fn }) => fn.max("subscriber_id").as("id"));
      return (await last.executeTakeFirst())?.id ?? 0;
    },

    /** Leases the deliveries that have been due longest. Concurrent callers get different deliveries. */
    async lease(holder: string, now: string, limit: number): Promise<LeasedDelivery[]> {
      const due = select()
        .select("id")
        .where("state", "=", "queued")
        .where("next_attempt_at", "<=", now)
        .orderBy("next_attempt_at")
        .orderBy("id")
        .limit(limit);
      // Has no condition on `issue_id`, so that SQLite looks up rows by `id` instead of scanning all queued deliveries.
      const leased = await database
        .updateTable("deliveries")
        .set({ state: "leased", lease_holder: holder, lease_until: now })
        .where("state", "=", "queued")
        .where(getEngine(database).isClaimed(sql.ref("id"), due))
        .returning(["id", "subscriber_id", "message_id", "verp_token", "attempts"])
        .execute();
      if (leased.length === 0) return [];
      const ids = leased.map(({ subscriber_id }) => subscriber_id);
      const subscribers = await database
        .selectFrom("subscribers")
        .select(["id", "email", "secret", "sections", "status"])
        .where("id", "in", ids)
        .execute();
      const byId = new Map(subscribers.map((subscriber) => [subscriber.id, subscriber]));
      return leased.map(({ id, subscriber_id: subscriberId, message_id, verp_token, attempts }) => {
        const { email = null, secret = "", sections = null, status } = byId.get(subscriberId) ?? {};
        const delivery = { id, subscriberId, messageId: message_id, verpToken: verp_token, attempts };
        return { ...delivery, email, secret, sections, isSubscribed: status === "confirmed" };
      });
    },

    /**
     * Records outcomes of deliveries. In the same transaction, records that the next delivery is in doubt, since the
     * sender is about to send the mail's last byte. So after a crash of the sender, at most as many deliveries are in
     * doubt as `createInDoubtWindow` allows.
     *
     * @param nextId id of the next delivery; null if there is none
     * @returns true if the holder still leases the next delivery; false if not, or if there is none
     */
    async record(
      holder: string,
      outcomes: readonly DeliveryOutcome[],
      nextId: number | null,
      now: string,
    ): Promise<boolean> {
      // Uses raw statements. Kysely would take as long to compile a statement as the database takes to run it, and each
      // mail needs two statements.
      return withWriterLock(database, async (transaction) => {
        for (const { id, state, reply, nextAttemptAt } of outcomes) {
          const isSent = state === "sent";
          // Records an accepted mail even after the lease was lost, and other outcomes only during the lease.
          await sql`
            update deliveries set
              state = ${state}, last_reply = ${reply}, next_attempt_at = ${nextAttemptAt}, attempts = attempts + 1,
              sent_at = ${isSent ? now : null}, lease_holder = null, lease_until = null, sending_at = null
            where id = ${id} ${isSent ? sql`` : sql`and lease_holder = ${holder}`}`.execute(transaction);
        }
        if (nextId === null) return false;
        const { numAffectedRows = 0n } = await sql`
          update deliveries set sending_at = ${now}
          where id = ${nextId} and state = 'leased' and lease_holder = ${holder}`.execute(transaction);
        return numAffectedRows > 0n;
      });
    },

    /** Stores the time `now` as the heartbeat in all leases of a holder. */
    async renewLeases(holder: string, now: string): Promise<void> {
      // Takes the writer lock: on PostgreSQL, two concurrent updates of several rows could otherwise deadlock.
      await withWriterLock(database, (transaction) =>
        updateLeased(holder, transaction).set({ lease_until: now }).execute(),
      );
    },

    /** Returns the holders of all leases, each with its latest heartbeat (ISO 8601). */
    async listLeaseHolders(): Promise<{ holder: string; heartbeat: string }[]> {
      const rows = await select()
        .select(({ fn }) => ["lease_holder", fn.max("lease_until").as("heartbeat")])
        .where("state", "=", "leased")
        .groupBy("lease_holder")
        .execute();
      return rows.map(({ lease_holder, heartbeat }) => ({ holder: lease_holder ?? "", heartbeat: heartbeat ?? "" }));
    },

    /**
     * Queues a holder's leased deliveries again. Returns the number of deliveries that may have been accepted although
     * no reply was recorded.
     */
    async releaseLeases(holder: string, now: string): Promise<number> {
      const queued = { state: "queued", lease_holder: null, lease_until: null, sending_at: null } as const;
      return withWriterLock(database, async (transaction) => {
        const release = () => updateLeased(holder, transaction).set({ ...queued, next_attempt_at: now });
        const inDoubt = await release()
          .set({ last_reply: "The sender ended before it recorded a reply; the mail may have been accepted." })
          .where("sending_at", "is not", null)
          .executeTakeFirst();
        await release().execute();
        return Number(inDoubt.numUpdatedRows);
      });
    },

    /** Makes queued deliveries due now if their next attempt is after `latest`, which only a wrong clock can cause. */
    async resetFarAttempts(latest: string, now: string): Promise<void> {
      await updateQueued().set({ next_attempt_at: now }).where("next_attempt_at", ">", latest).execute();
    },

    /** Marks all queued deliveries as failed; returns their number. */
    async failQueued(): Promise<number> {
      const { numUpdatedRows } = await updateQueued().set({ state: "failed" }).executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** Counts deliveries by state, including deliveries whose rows were deleted. Sorts the states alphabetically. */
    async count(): Promise<Partial<Record<DeliveryRow["state"], number>>> {
      const rows = await select()
        .select(({ fn }) => ["state", fn.countAll().as("count")])
        .groupBy("state")
        .execute();
      const groups = Map.groupBy([...rows, ...(await listTotals(database, issueId))], ({ state }) => state);
      const counts = Array.from(groups, ([state, parts]) => [
        state,
        parts.reduce((sum, { count }) => sum + Number(count), 0),
      ]);
      return Object.fromEntries(counts.sort());
    },

    async hasOpen(): Promise<boolean> {
      const row = await select().select("id").where("state", "in", ["queued", "leased"]).limit(1).executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** Finds a delivery by the token in its envelope sender, the address for bounces; undefined if there is none. */
export async function findDeliveryByToken(database: Database, token: string) {
  return database
    .selectFrom("deliveries")
    .select(["id", "subscriber_id as subscriberId"])
    .where("verp_token", "=", token)
    .executeTakeFirst();
}

export async function saveBounce(database: Database, deliveryId: number, reply: string): Promise<void> {
  await database.updateTable("deliveries").set({ last_reply: reply }).where("id", "=", deliveryId).execute();
}
