import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/load.ts";
import type { RadioView } from "../../radio/view.ts";
import type { PolicyName } from "../../web/policies.ts";
import type { RequestedSite } from "../../web/sites.ts";
import type { Claim } from "./claim.ts";

/** What the newsroom begins with. */
export interface Opening {
  config: Config;
  editions: readonly Edition[];
  /** When feeds began to be fetched, milliseconds since 1970. */
  startedAt: number;
  /** Whether it makes pages, too: not while the app is being worked on. */
  makesPages: boolean;
}

/** What the newsroom is told. In this order it does it, so that a page is never made from an older edition. */
export type ToNewsroom =
  /** The editions' files changed. */
  | { kind: "editions"; editions: readonly Edition[] }
  /** Readers see what a poll brought. */
  | { kind: "shown"; poll: number }
  /** With a claim, if it can be had. */
  | ({ kind: "make"; job: number; claim: Claim | undefined } & Order)
  | { kind: "stop" };

/** A page that is to be made, and what it shows of this process's state. */
export interface Order {
  url: string;
  /** The edition's name and the rest of the site. */
  edition: string;
  site: Omit<RequestedSite, "edition">;
  policy: PolicyName | undefined;
  radio: RadioView | undefined;
}

/** A poll that the store has. */
export interface Polled {
  /** The polled feed, then others that carry the same stories. */
  feeds: readonly [string, ...string[]];
  /** Whether stories are new or other ones. */
  isNews: boolean;
  /** The oldest date that one of these has or had, ISO 8601. */
  since: string | undefined;
}

/** A page as it comes over from the thread. */
export interface Printed {
  status: number;
  headers: Record<string, string>;
  tags: ReadonlySet<string>;
  body: Uint8Array<ArrayBuffer>;
  /** What it took of the thread's time. */
  elsewhereMs: number;
}

/** What the newsroom tells. */
export type FromNewsroom =
  | ({ kind: "polled"; poll: number } & Polled)
  | { kind: "made"; job: number; printed: Printed }
  /** What it takes to make pages is being loaded. */
  | { kind: "unready"; job: number }
  | { kind: "unmade"; job: number; reason: string }
  /** A line of the log. */
  | { kind: "line"; line: string };
