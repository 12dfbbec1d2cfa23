import type { Edition } from "../editions/load.ts";
import type { Database } from "../store/schema.ts";
import { readAddress } from "./address.ts";
import { addSubscriber } from "./addSubscriber.ts";
import { networkOfClient, takeAllowances } from "./limits.ts";
import { suggestAddress } from "./suggest.ts";
import type { Tokens } from "./tokens.ts";
import type { SignUpReceipt } from "./views.ts";

interface SignUp {
  edition: Edition;
  /** Who posts it, as `clientOf` names it. */
  client: string;
  /** Where the links of the mail lead. */
  siteUrl: string;
  database: Database;
  tokens: Tokens;
}

const HOUR_MS = 60 * 60_000;

/** To one address, whichever editions it is signed up for: three mails a day are no bomb. */
const MAILS_A_DAY = 3;
/** From one network (/24 or /64), where an office or a library may be. */
const FROM_NETWORK = 30;
/** Where no script says how long the form was looked at, fewer. */
const FROM_NETWORK_WITHOUT_SCRIPTS = 10;
/** Nobody types an address faster. */
const LEAST_MS = 1500;

/**
 * Takes a posted sign-up form: stores the address as pending, and a mail to be sent to it. The answer is the same whether
 * the address is new, waits, has the briefing, had it, or must not be written to.
 */
export async function takeSignUp(
  request: Request,
  { edition, client, siteUrl, database, tokens }: SignUp,
): Promise<SignUpReceipt> {
  // Whatever is no form is a form with nothing in it.
  const form = await request.formData().catch(() => new FormData());
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  if (textOf("website") !== "") return { isTaken: true };
  const email = textOf("use") || textOf("email");
  const refuse = (status: 422 | 429, fault: string, suggestion: string | null = null): SignUpReceipt => ({
    ...{ isTaken: false, status, fault, suggestion },
    email: email.slice(0, 500),
  });

  const mailbox = readAddress(email);
  const suggestion = textOf("sure") === email.trim() || textOf("use") ? null : suggestAddress(email);
  if ("fault" in mailbox) return refuse(422, mailbox.fault, suggestion);
  if (suggestion)
    return refuse(
      422,
      `Did you mean ${suggestion}? If the address is right as it stands, choose Sign Up again.`,
      suggestion,
    );
  const looked = textOf("looked");
  if (looked !== "" && !(Number(looked) >= LEAST_MS))
    return refuse(422, "That was faster than anybody types. Please choose Sign Up once more.");

  const now = Date.now();
  const used = await takeAllowances(
    database,
    tokens,
    [
      {
        of: "network",
        key: networkOfClient(client),
        times: looked === "" ? FROM_NETWORK_WITHOUT_SCRIPTS : FROM_NETWORK,
        withinMs: HOUR_MS,
      },
      { of: "address", key: mailbox.key, times: MAILS_A_DAY, withinMs: 24 * HOUR_MS },
    ],
    now,
  );
  if (used?.of === "network")
    return refuse(
      429,
      `Too many addresses were signed up from your network within an hour. Please try again later, or write to ${edition.newsroomEmail}.`,
    );
  if (used)
    return refuse(
      429,
      `This address was signed up ${MAILS_A_DAY} times within a day, and we write to it no more today. Please look among your spam for our mail, or try again tomorrow.`,
    );
  await addSubscriber(database, tokens, {
    ...{ edition: edition.id, mailbox, source: "form", siteUrl },
    now: new Date(now).toISOString(),
  });
  return { isTaken: true };
}
