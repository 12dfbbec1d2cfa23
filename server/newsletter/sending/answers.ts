/**
 * What an answer of a mail server means for a mail: `later`, try again; `refused`, this mail will never be taken; `gone`, the
 * address takes no mail at all; `away`, there is no server to talk to, or none that talks to us.
 */
export type Verdict = "later" | "refused" | "gone" | "away";

/** An error of nodemailer's. */
export interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
  code?: string;
}

/** Steps that say nothing of the mail: whatever is wrong there, is wrong for everybody. */
const GREETINGS = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|API)/;
/** Enhanced codes (RFC 3463) of refusals that are about us, a full mailbox, or the way there, and not about the address. */
const NOT_THE_ADDRESS = /\b5\.(2\.[234]|3\.\d+|4\.\d+|6\.\d+|7\.\d+)\b/;

/** What an attempt that failed means. */
export function verdictOf({ responseCode, response = "", command = "", code = "" }: SmtpError): Verdict {
  if (responseCode === undefined || responseCode === 421) return "away";
  if (GREETINGS.test(command) || /^(EAUTH|ETLS|EOAUTH2|ENOAUTH)$/.test(code)) return "away";
  if (responseCode < 500) return "later";
  const isAboutRecipient = command === "RCPT TO" && [550, 551, 553, 556].includes(responseCode);
  return isAboutRecipient && !NOT_THE_ADDRESS.test(response) ? "gone" : "refused";
}

/** What is kept of an answer. */
export function wordsOf({ response, message }: SmtpError): string {
  return (response ?? message).replace(/[\s\p{Cc}]+/gu, " ").slice(0, 300);
}
