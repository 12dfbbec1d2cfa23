import type { Config } from "../config.ts";
import type { Following } from "../feeds/follow.ts";

/** What the newsroom begins with. */
export interface Opening {
  config: Config;
  editions: readonly Following[];
}

/** What the newsroom is told. */
export type ToNewsroom =
  /** The editions' files changed. */
  | { kind: "editions"; editions: readonly Following[] }
  /** Readers see what a poll brought. */
  | { kind: "shown"; poll: number }
  | { kind: "stop" };

/** A poll that the store has. */
export interface Polled {
  /** The polled feed, then others that carry the same stories. */
  feeds: readonly [string, ...string[]];
  /** Whether stories are new or other ones. */
  isNews: boolean;
  /** The oldest date that one of these has or had, ISO 8601. */
  since: string | undefined;
}

/** What the newsroom tells. */
export type FromNewsroom =
  | ({ kind: "polled"; poll: number } & Polled)
  /** A line of the log. */
  | { kind: "line"; line: string };
