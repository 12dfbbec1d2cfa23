import type { Outcome } from "../../store/newsletter/deliveries.ts";

/**
 * The window in which a crash cannot tell: from the moment at which a mail's last byte may go out until its answer is
 * written down. The ledger names every mail that stands in it.
 */
export interface Window {
  /**
   * Waits for a place and writes down that the mail stands in it.
   *
   * @returns whether the mail is still ours to send; where it is not, it has no place
   */
  enter(id: number): Promise<boolean>;
  /** The mail left it, or ended before it came to it. */
  leave(outcome: Outcome): void;
  /** Returns when all that left is written down. */
  settled(): Promise<void>;
}

/**
 * @param places how many mails may stand in it at once
 * @param write writes outcomes down, and that the next mail stands in it, both or neither; it tries until it can
 */
export function openWindow(
  places: number,
  write: (outcomes: readonly Outcome[], next: number | null) => Promise<boolean>,
): Window {
  const inside = new Set<number>();
  const waiting: (() => void)[] = [];
  let left: Outcome[] = [];
  let writing = Promise.resolve();

  function free() {
    waiting.shift()?.();
  }

  async function flush() {
    const outcomes = left;
    left = [];
    if (outcomes.length > 0) await write(outcomes, null);
  }

  return {
    async enter(id) {
      while (inside.size >= places) await new Promise<void>((resolve) => waiting.push(resolve));
      inside.add(id);
      const outcomes = left;
      left = [];
      const isOurs = await write(outcomes, id);
      if (isOurs) return true;
      inside.delete(id);
      free();
      return false;
    },
    leave(outcome) {
      left.push(outcome);
      inside.delete(outcome.id);
      // The next mail's entry writes this down too; where none waits, nothing is gained by waiting.
      if (waiting.length > 0) free();
      else writing = writing.then(flush);
    },
    async settled() {
      while (left.length > 0) writing = writing.then(flush);
      await writing;
    },
  };
}
