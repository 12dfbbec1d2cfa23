import type { Config } from "../config.ts";
import type { Edition } from "../editions/load.ts";

/** What the worker starts with. */
export interface WorkerInput {
  config: Config;
  editions: readonly Edition[];
}

/** From the main thread to the worker. */
export type ToWorker =
  | { kind: "editions"; editions: readonly Edition[] }
  /** The pages that show the poll's news are rendered. */
  | { kind: "published"; poll: number }
  | { kind: "stop" };

/** A poll whose results are in the store. */
export interface PollResult {
  /** The polled feed, then others that carry the same stories. */
  feeds: readonly [string, ...string[]];
  /** True if stories were added or changed, rather than the feed's state alone. */
  hasNews: boolean;
}

/** From the worker to the main thread. */
export type FromWorker = ({ kind: "polled"; poll: number } & PollResult) | { kind: "log"; line: string };
