import type { Logger } from "pino";
import type { Edition } from "../../editions/load.ts";
import type { Database } from "../../store/schema.ts";
import { isNotWritable } from "../../store/sqlite.ts";
import { isUsedByPerson, toNetwork } from "./formTime.ts";
import { getDomain, parseAddress } from "./mailAddress.ts";
import { addSubscriber } from "./subscribers.ts";
import { suggestAddress } from "./suggestAddress.ts";
import type { Tokens } from "./tokens.ts";

/** Result of a sign-up: accepted, without revealing if the address was known, or rejected with the fault. */
export type SignUpReceipt =
  | { isTaken: true }
  | {
      isTaken: false;
      status: 422 | 429 | 503;
      /** As typed, but cut to 500 characters. */
      email: string;
      fault: string;
      /** Address that was probably meant; null if there is no suggestion. */
      suggestion: string | null;
    };

interface Context {
  edition: Edition;
  /** The client's IPv4 address, or the /64 network of its IPv6 address. */
  client: string;
  /** Base URL of the links in the confirmation mail. */
  siteUrl: string;
  database: Database;
  tokens: Tokens;
  log: Logger;
}

const HOUR_MS = 60 * 60_000;

/** Maximum sign-ups per address in all editions, against mail bombing. */
const MAX_PER_ADDRESS_AND_DAY = 3;
/** Maximum sign-ups per network (IPv4 /24 or IPv6 /64), which may be an office or a library. */
const MAX_PER_NETWORK_AND_HOUR = 30;
/** The same for forms without a valid signed time, such as those sent without JavaScript. */
const MAX_PER_NETWORK_AND_HOUR_UNTIMED = 10;
/** Maximum sign-ups from all networks together, against botnets. */
const MAX_PER_HOUR = 500;
/** Maximum sign-ups per mail domain, whose servers would reject our mail after a flood. */
const MAX_PER_DOMAIN_AND_HOUR = 200;

/**
 * Handles a posted sign-up form: stores the address as pending and queues a confirmation mail. The result is the same
 * for an address that is new, pending, confirmed, unsubscribed or suppressed.
 */
export async function receiveSignUp(request: Request, context: Context): Promise<SignUpReceipt> {
  const { edition, client, siteUrl, database, tokens, log } = context;
  // A body that is not a form is treated as an empty form.
  const form = await request.formData().catch(() => new FormData());
  const getText = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  // Only bots fill in the field that readers do not see.
  if (getText("website") !== "") return { isTaken: true };
  const email = getText("use") || getText("email");
  const reject = (status: 422 | 429 | 503, fault: string, suggestion: string | null = null): SignUpReceipt => {
    return { isTaken: false, status, email: email.slice(0, 500), fault, suggestion };
  };

  const mailbox = parseAddress(email);
  const suggestion = getText("sure") === email.trim() || getText("use") ? null : suggestAddress(email);
  if ("fault" in mailbox) return reject(422, mailbox.fault, suggestion);
  if (suggestion) {
    const question = `Did you mean ${suggestion}? If your address is correct, choose Sign Up again.`;
    return reject(422, question, suggestion);
  }
  const now = Date.now();
  const network = toNetwork(client);
  const hasValidTime = isUsedByPerson(tokens, network, getText("started"), now);
  const maxHits = hasValidTime ? MAX_PER_NETWORK_AND_HOUR : MAX_PER_NETWORK_AND_HOUR_UNTIMED;
  const limits: RateLimit[] = [
    { kind: "network", key: network, maxHits, windowMs: HOUR_MS },
    { kind: "address", key: toInbox(mailbox.key), maxHits: MAX_PER_ADDRESS_AND_DAY, windowMs: 24 * HOUR_MS },
    { kind: "domain", key: getDomain(mailbox.key), maxHits: MAX_PER_DOMAIN_AND_HOUR, windowMs: HOUR_MS },
    { kind: "all", key: "", maxHits: MAX_PER_HOUR, windowMs: HOUR_MS },
  ];
  const busy = `We can’t take more sign-ups right now. Please try again in an hour, or write to ${edition.newsroomEmail}.`;
  const faults = {
    ...{ all: busy, domain: busy },
    network: `Too many addresses were signed up from your network in the past hour. Please try again later, or write to ${edition.newsroomEmail}.`,
    address: `This address was signed up ${MAX_PER_ADDRESS_AND_DAY} times in a day, so we won’t email it again today. Please check your spam folder for our email, or try again tomorrow.`,
  };
  try {
    const exceeded = await countHit(database, tokens, limits, now);
    if (exceeded) return reject(429, faults[exceeded]);
    await addSubscriber(database, tokens, {
      ...{ edition: edition.id, mailbox, source: "form", siteUrl },
      now: new Date(now).toISOString(),
    });
  } catch (error) {
    if (!isNotWritable(error)) throw error;
    log.error({ edition: edition.id, err: error }, "sign-up not stored; the reader was asked to try again");
    return reject(503, "We can’t store your address right now. Please try again in a few minutes.");
  }
  return { isTaken: true };
}

/** Removes a plus suffix: most mail servers deliver rosa+news@ to rosa@, so both share the limits of one mailbox. */
function toInbox(address: string): string {
  return address.replace(/\+[^@]*(?=@)/, "");
}

interface RateLimit {
  kind: "network" | "address" | "domain" | "all";
  /** The limited network, address or domain, of which only a keyed hash is stored; "" for the kind `all`. */
  key: string;
  maxHits: number;
  windowMs: number;
}

/**
 * Counts a hit at `now` (ms since 1970) against every limit and returns null; if a limit is already reached, counts
 * nothing and returns the limit's kind. Hits are stored, so that limits hold across restarts and processes.
 */
export async function countHit(
  database: Database,
  tokens: Tokens,
  limits: readonly RateLimit[],
  now: number,
): Promise<RateLimit["kind"] | null> {
  const hashed = limits.map((limit) => ({ ...limit, key_hash: tokens.keyedHash(`limit ${limit.kind}`, limit.key) }));
  // One transaction, so that no concurrent hit slips in between counting and inserting.
  return database.transaction().execute(async (transaction) => {
    for (const { kind, key_hash, maxHits, windowMs } of hashed) {
      const hits = await transaction
        .selectFrom("rate_limit_hits")
        .select("id")
        .where("key_hash", "=", key_hash)
        .where("at", ">", new Date(now - windowMs).toISOString())
        .limit(maxHits)
        .execute();
      if (hits.length >= maxHits) return kind;
    }
    const at = new Date(now).toISOString();
    await transaction
      .insertInto("rate_limit_hits")
      .values(hashed.map(({ key_hash }) => ({ key_hash, at })))
      .execute();
    return null;
  });
}
