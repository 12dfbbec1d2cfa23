import PostalMime from "postal-mime";
import { isAddressStatus, summarizeReply } from "../../mail/smtpReplies.ts";
import { findToken } from "./deliveryToken.ts";

/** A bounce or complaint that arrives after a mail server accepted the mail. */
export interface BounceReport {
  /** Token of the delivery; null if the report contains none. */
  token: string | null;
  kind: "bounce" | "complaint";
  /** True if the address must get no more mail: it does not exist, or its owner reported spam or opted out. */
  isFinal: boolean;
  reason: string;
}

/** Parses a mail that reports a delivery (RFC 3464) or a complaint (RFC 5965); returns null for any other mail. */
export async function parse(_input: object, source: Uint8Array): Promise<BounceReport | null> {
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true, attachmentEncoding: "utf8" });
  const findPart = (...types: string[]) => {
    const part = mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
    return part ? String(part.content) : "";
  };
  const recipients = ["delivered-to", "x-original-to", "x-envelope-to", "to"].map(
    (name) => mail.headers.find(({ key }) => key === name)?.value ?? "",
  );
  const original = findPart("message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers");
  const headers = (original.split(/\r?\n\r?\n/, 1)[0] ?? "").split(/\r?\n(?!\s)/);
  const identifying = headers.filter((line) => /^(message-id|return-path|x-original-return-path):/i.test(line));
  const token =
    [...recipients.filter((value) => value.includes("+")), ...identifying].map(findToken).find(Boolean) ?? null;

  const status = findPart("message/delivery-status", "message/global-delivery-status");
  if (status) return { token, kind: "bounce", ...readStatus(status) };
  const feedback = findPart("message/feedback-report");
  if (!feedback) return null;
  const type = parseFields(feedback).get("feedback-type") ?? "abuse";
  // Only these types are requests to stop the mails. A report of a forged sender, for example, is not.
  const isFinal = ["abuse", "opt-out", "opt-out-list"].includes(type.toLowerCase());
  return { token, kind: "complaint", isFinal, reason: `Reported as ${type}` };
}

/** Reads the status of the first recipient, from the first group of fields with an Action field. */
function readStatus(status: string): Pick<BounceReport, "isFinal" | "reason"> {
  const groups = status.split(/\r?\n(?:[^\S\r\n]*\r?\n)+/).map(parseFields);
  const group = groups.find((fields) => fields.has("action"));
  const code = group?.get("status") ?? "";
  const isFailed = group?.get("action")?.toLowerCase() === "failed";
  const reason = summarizeReply(group?.get("diagnostic-code") ?? code);
  return {
    isFinal: isFailed && code.startsWith("5") && isAddressStatus(code),
    reason: reason || "No reason was given",
  };
}

function parseFields(text: string): Map<string, string> {
  const lines = text.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(":");
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const] : [];
    }),
  );
}
