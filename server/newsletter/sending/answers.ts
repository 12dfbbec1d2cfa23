import { refusalOf, withoutAddresses } from "../../mail/smtpRejection.ts";

/**
 * What an answer of a mail server means for a mail: `later`, try again; `refused`, this mail will never be taken; `gone`, the
 * address takes no mail at all; `away`, there is no server to talk to, or none that talks to us.
 */
type Verdict = "later" | "refused" | "gone" | "away";

/** An error of nodemailer's. */
export interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
}

/** Enhanced codes (RFC 3463) of refusals that are about us, a full mailbox, or the way there, and not about the address. */
const NOT_THE_ADDRESS = /\b5\.(2\.[234]|3\.\d+|4\.\d+|6\.\d+|7\.\d+)\b/;
/** Codes by which an address is refused, and not what is asked of the server. */
const ADDRESS_CODES = [550, 551, 553, 556];

/** What an attempt that failed means. */
export function verdictOf(error: SmtpError): Verdict {
  const code = refusalOf(error);
  if (code === null || code === 421) return "away";
  if (code < 500) return "later";
  const isAboutAddress = error.command === "RCPT TO" && ADDRESS_CODES.includes(code);
  return isAboutAddress && !NOT_THE_ADDRESS.test(error.response ?? "") ? "gone" : "refused";
}

/** What is kept of an answer, in the ledger and in logs. */
export function wordsOf({ response, message }: SmtpError): string {
  return withoutAddresses((response ?? message).replace(/[\s\p{Cc}]+/gu, " ")).slice(0, 300);
}
