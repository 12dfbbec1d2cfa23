interface StatusReport {
  /** Envelope sender of the mail that bounced. */
  to: string;
  /** Headers and body of the mail that bounced. */
  original: string;
  status: string;
  diagnostic: string;
}

const CRLF = "\r\n";
const getHeaders = (source: string) => source.slice(0, source.indexOf(`${CRLF}${CRLF}`));

/** Composes a report of a failed delivery as Postfix does (RFC 3464). */
export function composeStatusReport({ to, original, status, diagnostic }: StatusReport): string {
  return [
    `Delivered-To: ${to}`,
    "From: MAILER-DAEMON@mx.reader.example (Mail Delivery System)",
    "Subject: Undelivered Mail Returned to Sender",
    `To: ${to}`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="4BsN1"',
    "",
    "--4BsN1",
    "Content-Description: Notification",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "This is the mail system at host mx.reader.example.",
    "--4BsN1",
    "Content-Description: Delivery report",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.reader.example",
    "X-Postfix-Queue-ID: 4BsN1",
    "",
    "Final-Recipient: rfc822; somebody@reader.example",
    "Action: failed",
    `Status: ${status}`,
    "Remote-MTA: dns; inbox.reader.example",
    `Diagnostic-Code: smtp; ${diagnostic}`,
    "--4BsN1",
    "Content-Description: Undelivered Message Headers",
    "Content-Type: text/rfc822-headers",
    "",
    getHeaders(original),
    "",
    "--4BsN1--",
    "",
  ].join(CRLF);
}

/** Composes a complaint as mailbox providers do (RFC 5965). It is sent to an address without a delivery token. */
export function composeComplaint(original: string): string {
  return [
    "From: <feedback@mailbox.example>",
    "To: <abuse@chicagomeridian.example>",
    "Subject: FW: a mail that a reader reported",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=feedback-report; boundary="part"',
    "",
    "--part",
    'Content-Type: text/plain; charset="US-ASCII"',
    "",
    "This is an email abuse report.",
    "--part",
    "Content-Type: message/feedback-report",
    "",
    "Feedback-Type: abuse",
    "User-Agent: SomeGenerator/1.0",
    "Version: 1",
    "",
    "--part",
    "Content-Type: message/rfc822",
    "",
    original,
    "--part--",
    "",
  ].join(CRLF);
}
