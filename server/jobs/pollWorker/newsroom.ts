import { availableParallelism } from "node:os";
import type { DestinationStream, Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Editions } from "../../editions/registry.ts";
import { followFeeds } from "../../feeds/plan.ts";
import type { Radio } from "../../radio/radio.ts";
import type { Database } from "../../store/schema.ts";
import type { MakePage } from "../../web/makePage.ts";
import type { FromNewsroom, Polled } from "./messages.ts";
import { openPress } from "./press.ts";
import { sharePages } from "./sharing.ts";
import { openThread, type Pace } from "./supervisor.ts";

/**
 * The thread that polls feeds and makes pages anew, so that the one that answers readers does neither. No request waits
 * for it: of the pages that readers wait for it makes those that it comes to before the thread that answers does.
 */
export interface Newsroom {
  /** Makes a page that nobody waits for. */
  makeAnew: MakePage;
  /** Makes a page that a reader waits for and that shows nothing of who asks, by whichever thread is free. */
  makeNow: MakePage;
  /**
   * Starts the thread, and with it the polling.
   *
   * @param onPolled told when the store has what a poll brought; the poll has ended when it returns
   */
  begin(onPolled: (polled: Polled) => Promise<void>): Promise<void>;
  /** Stops polling, and returns when nothing is under way any more and the thread's connections are closed. */
  stop(): Promise<void>;
}

interface Parts {
  config: Config;
  editions: Pick<Editions, "all" | "onChange">;
  database: Database;
  radio: Pick<Radio, "view">;
  /** Makes pages here, while the thread cannot. */
  makePage: MakePage;
  /** Whether pages are made from a build, which the thread can load, too. */
  isBuilt: boolean;
  /** When feeds began to be fetched, milliseconds since 1970. */
  startedAt: number;
  log: Logger;
  /** Where the thread's lines of the log go. */
  output: DestinationStream;
  pace?: Pace;
}

const PACE: Pace = {
  ...{ firstWaitMs: 1000, longestWaitMs: 60_000, soundMs: 60_000 },
  ...{ graceMs: 10_000, pageMs: 30_000 },
};

/** Opened before whatever else listens to the editions' changes: the thread is to know them before it makes pages of them. */
export function openNewsroom(parts: Parts): Newsroom {
  const { config, editions, database, radio, makePage, isBuilt, startedAt, log, output, pace = PACE } = parts;
  let onPolled: (polled: Polled) => Promise<void> = async () => {};
  const thread = openThread({
    opening: () => ({ config, editions: editions.all(), startedAt, makesPages: isBuilt }),
    ...{ hear, log, pace },
    onDeath: () => press.abandon(),
  });
  const press = openPress({ thread, makePage, radio, longest: pace.pageMs });

  editions.onChange(async () => {
    thread.tell({ kind: "editions", editions: editions.all() });
    await follow().catch((error) =>
      log.error({ err: error }, "the feeds of changed editions are not polled: the store did not take them"),
    );
  });

  function follow(): Promise<void> {
    return followFeeds(database, editions.all(), new Date().toISOString());
  }

  function hear(message: FromNewsroom): void {
    if (message.kind === "line") output.write(message.line);
    else if (message.kind === "polled")
      onPolled(message)
        .catch((error) => log.error({ err: error }, "what a feed brought was not told"))
        .finally(() => thread.tell({ kind: "shown", poll: message.poll }));
    else press.hear(message);
  }

  return {
    makeAnew: press.make,
    makeNow: isBuilt && availableParallelism() > 1 ? sharePages(press, makePage) : makePage,
    async begin(listener) {
      onPolled = listener;
      await follow();
      thread.begin();
    },
    stop: thread.stop,
  };
}
