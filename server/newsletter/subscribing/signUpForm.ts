import type { Logger } from "pino";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { isStoreUnavailable, withWriterLock } from "../../store/engines/engine.ts";
import { countHit } from "../../store/rateLimitHits.ts";
import type { Database } from "../../store/schema/schema.ts";
import { isUsedByPerson, toNetwork } from "./formTime.ts";
import { getDomain, parseAddress } from "./mailAddress.ts";
import { addSubscriber } from "./subscribers.ts";
import { suggestAddress } from "./suggestAddress.ts";
import type { Tokens } from "./tokens.ts";

/** Result of a sign-up: accepted, without revealing if the address was known, or rejected with the fault. */
export type SignUpReceipt =
  | { isAccepted: true }
  | {
      isAccepted: false;
      status: 422 | 429 | 503;
      /** Address as typed, but cut to 500 characters. */
      email: string;
      fault: string;
      /** Address that the person probably meant; null if there is no suggestion. */
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
/** Maximum sign-ups per network by forms without a valid signed time, such as forms sent without JavaScript. */
const MAX_PER_NETWORK_AND_HOUR_UNTIMED = 10;
/** Maximum sign-ups of all networks together, against botnets. */
const MAX_PER_HOUR = 500;
/** Maximum sign-ups per mail domain. A domain's servers would reject our mail after a flood of confirmation mails. */
const MAX_PER_DOMAIN_AND_HOUR = 200;

/**
 * Handles a posted sign-up form: stores the address as pending and queues a confirmation mail. The result is the same
 * for an address that is new, pending, confirmed, unsubscribed or suppressed.
 */
export async function receiveSignUp(request: Request, context: Context): Promise<SignUpReceipt> {
  const { edition, client, siteUrl, database, tokens, log } = context;
  const texts = getServerTexts(edition.language).signUp;
  // A body that is not a form is treated as an empty form.
  const form = await request.formData().catch(() => new FormData());
  const getText = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  // Only bots fill in the field that readers do not see.
  if (getText("website") !== "") return { isAccepted: true };
  const email = getText("use") || getText("email");
  const reject = (status: 422 | 429 | 503, fault: string, suggestion: string | null = null): SignUpReceipt => {
    return { isAccepted: false, status, email: email.slice(0, 500), fault, suggestion };
  };

  const mailbox = parseAddress(email, edition.language);
  const suggestion = getText("sure") === email.trim() || getText("use") ? null : suggestAddress(email);
  if ("fault" in mailbox) return reject(422, mailbox.fault, suggestion);
  if (suggestion) {
    return reject(422, texts.didYouMean(suggestion), suggestion);
  }
  const now = Date.now();
  const network = toNetwork(client);
  const hasValidTime = isUsedByPerson(tokens, network, getText("started"), now);
  const maxHits = hasValidTime ? MAX_PER_NETWORK_AND_HOUR : MAX_PER_NETWORK_AND_HOUR_UNTIMED;
  // Only keyed hashes of networks, addresses and domains are stored.
  const limit = <Kind extends string>(kind: Kind, key: string, maxHits: number, windowMs = HOUR_MS) => {
    return { kind, keyHash: tokens.keyedHash(`limit ${kind}`, key), maxHits, windowMs };
  };
  const limits = [
    limit("network", network, maxHits),
    limit("address", toInbox(mailbox.key), MAX_PER_ADDRESS_AND_DAY, 24 * HOUR_MS),
    limit("domain", getDomain(mailbox.key), MAX_PER_DOMAIN_AND_HOUR),
    limit("all", "", MAX_PER_HOUR),
  ];
  const busy = texts.busy(edition.newsroomEmail);
  const faults = {
    all: busy,
    domain: busy,
    network: texts.network(edition.newsroomEmail),
    address: texts.address(MAX_PER_ADDRESS_AND_DAY),
  };
  try {
    const exceeded = await withWriterLock(database, (transaction) => countHit(transaction, limits, now));
    if (exceeded) return reject(429, faults[exceeded]);
    await addSubscriber(database, tokens, {
      edition: edition.id,
      mailbox,
      source: "form",
      siteUrl,
      now: new Date(now).toISOString(),
    });
  } catch (error) {
    if (!isStoreUnavailable(database, error)) throw error;
    log.error({ edition: edition.id, err: error }, "sign-up not stored; the reader was asked to try again");
    return reject(503, texts.notStored);
  }
  return { isAccepted: true };
}

/** Removes a plus suffix: most mail servers deliver rosa+news@ to rosa@, so both share the limits of one mailbox. */
function toInbox(address: string): string {
  const plus = address.indexOf("+");
  const at = address.indexOf("@", plus);
  return plus < 0 || at < 0 ? address : address.slice(0, plus) + address.slice(at);
}
