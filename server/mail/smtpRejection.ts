/** What a mail server answered to one mail, and not to us: to its recipient, or to its content. */
const ABOUT_THE_MAIL = new Set(["RCPT TO", "DATA"]);

/**
 * The code with which a mail server refused this one mail: 4xx for now, 5xx for good.
 *
 * @param error what sending threw
 * @returns null for everything else, such as a server that is away, a wrong password or a sender that it does not know:
 *   the next mail would fare no better, and none of it is held against this one
 */
export function refusalOf(error: unknown): number | null {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  return responseCode !== undefined && ABOUT_THE_MAIL.has(command ?? "") ? responseCode : null;
}

/** What a mail server said, without the addresses that it likes to repeat: logs and ledgers outlive them. */
export function withoutAddresses(words: string): string {
  return words.replace(/<?[^\s<>]+@[^\s<>]+>?/g, "(address)");
}
