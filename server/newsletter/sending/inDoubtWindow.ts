import type { DeliveryOutcome } from "../../store/newsletter/ledger.ts";

/**
 * Limits how many deliveries are in doubt at a time. A delivery is in doubt from just before its last byte is sent
 * until the server's reply is recorded: after a crash in between, nobody knows if the mail was accepted.
 *
 * @param size maximum number of deliveries in doubt
 * @param record records outcomes and, in the same transaction, that the next delivery is in doubt; retries on failure;
 *   returns false if the lease of the next delivery was lost
 */
export function createInDoubtWindow(
  size: number,
  record: (outcomes: readonly DeliveryOutcome[], nextId: number | null) => Promise<boolean>,
) {
  const inside = new Set<number>();
  const waiting: (() => void)[] = [];
  const unrecorded: DeliveryOutcome[] = [];
  let recording = Promise.resolve();

  async function flush(): Promise<void> {
    if (unrecorded.length > 0) await record(unrecorded.splice(0), null);
  }

  return {
    /** Waits for a slot and records that a delivery is in doubt; returns false if the delivery's lease was lost. */
    async enter(id: number): Promise<boolean> {
      while (inside.size >= size) await new Promise<void>((resolve) => waiting.push(resolve));
      inside.add(id);
      const isOurs = await record(unrecorded.splice(0), id);
      if (isOurs) return true;
      inside.delete(id);
      waiting.shift()?.();
      return false;
    },

    /** Queues a delivery's outcome for recording. If the delivery was in doubt, frees its slot. */
    leave(outcome: DeliveryOutcome): void {
      unrecorded.push(outcome);
      inside.delete(outcome.id);
      const next = waiting.shift();
      // If another delivery waits in `enter`, then `enter` also records this delivery's outcome.
      if (next) next();
      else recording = recording.then(flush);
    },

    /** Resolves when all outcomes are recorded. */
    async settle(): Promise<void> {
      recording = recording.then(flush);
      await recording;
    },
  };
}
