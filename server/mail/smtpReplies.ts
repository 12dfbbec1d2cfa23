import { toCleanLine } from "../../core/controls.ts";

/** Error of nodemailer, with the server's reply if there was one. */
export interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  /** SMTP command that failed, such as "RCPT TO". */
  command?: string;
}

const MAX_REPLY_LENGTH = 300;
/** Maximum length, in characters, of a reply that is searched for addresses. Longer replies are cut first. */
const MAX_CUT_LENGTH = 10 * MAX_REPLY_LENGTH;
/** SMTP commands whose rejection concerns only one message: its recipient or its content. */
const MESSAGE_COMMANDS = new Set(["RCPT TO", "DATA"]);
/** Reply codes to RCPT TO that reject the address, not the command. */
const ADDRESS_CODES = new Set([550, 551, 553, 556]);
/** Matches permanent status codes (RFC 3463) for causes other than the address, such as a full mailbox or a policy. */
const NOT_THE_ADDRESS = /\b5\.(2\.[234]|3\.\d+|4\.\d+|6\.\d+|7\.\d+)\b/;

/** Returns the reply code, 4xx or 5xx, that rejected one message; null for errors that concern all messages. */
export function getRejectionCode(error: unknown): number | null {
  const { command, responseCode } = error as Partial<SmtpError>;
  return responseCode !== undefined && MESSAGE_COMMANDS.has(command ?? "") ? responseCode : null;
}

/** Classifies a failure: retry later, message rejected, address without a mailbox, or failure for all messages. */
export function classifySmtpError(error: SmtpError): "deferred" | "rejected" | "no-mailbox" | "unavailable" {
  const code = getRejectionCode(error);
  if (code === null || code === 421) return "unavailable";
  if (code < 500) return "deferred";
  const isAddress = error.command === "RCPT TO" && ADDRESS_CODES.has(code) && isAddressStatus(error.response ?? "");
  return isAddress ? "no-mailbox" : "rejected";
}

/** Returns false if a reply's enhanced status code (RFC 3463) names a permanent cause other than the address. */
export function isAddressStatus(text: string): boolean {
  return !NOT_THE_ADDRESS.test(text);
}

/** Returns a reply on one line of at most 300 characters. Replaces mail addresses, which the log must not contain. */
export function summarizeReply(reply: string): string {
  return redactAddresses(toCleanLine(reply.slice(0, MAX_CUT_LENGTH))).slice(0, MAX_REPLY_LENGTH);
}

/** Replaces the mail addresses in a text with "(address)". */
export function redactAddresses(text: string): string {
  return text.replace(/<?[^\s<>]+>?/g, (word) => (/^<?@*[^@].*@[^>]/.test(word) ? "(address)" : word));
}
