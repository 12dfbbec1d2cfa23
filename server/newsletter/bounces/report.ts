import PostalMime from "postal-mime";
import { withoutAddresses } from "../../mail/smtpRejection.ts";

/** What came back of a mail that a server had taken. */
export interface Report {
  /** Which delivery it is about; null where nothing says so. */
  token: string | null;
  kind: "bounce" | "complaint";
  /** Whether the address is to get no more mail: it does not exist, or its owner called the mail spam. */
  isFinal: boolean;
  words: string;
}

type Fields = Map<string, string>;

/** A code as it stands in the envelope's sender and in the Message-ID: nobody else knows it, so nobody else can report it. */
const TOKEN = /\b([0-9a-f]{20})\b/i;
/** Refusals that may be over tomorrow, or that are about us: a full mailbox, a policy, the way there. */
const NOT_THE_ADDRESS = /^5\.(2\.[234]|3\.|4\.|6\.|7\.)/;

/**
 * Reads a report on a mail's delivery (RFC 3464) or a complaint (RFC 5965).
 *
 * @param source headers and body as they came over the wire
 * @returns null where the mail is neither
 */
export async function readReport(source: string | Uint8Array): Promise<Report | null> {
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true });
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    text: textOf(content),
  }));
  const partOf = (...types: string[]) => parts.find(({ type }) => types.includes(type))?.text ?? "";
  const original = partOf("message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers");
  const addressed = ["delivered-to", "x-original-to", "x-envelope-to", "to"].map(
    (name) => mail.headers.find(({ key }) => key === name)?.value ?? "",
  );
  const headers = (/^[\s\S]*?(?=\r?\n\r?\n|$)/.exec(original)?.[0] ?? "").split(/\r?\n(?!\s)/);
  const own = headers.filter((line) => /^(message-id|return-path|x-original-return-path):/i.test(line));
  const token = [...addressed.filter((value) => value.includes("+")), ...own]
    .map((text) => TOKEN.exec(text)?.[1]?.toLowerCase())
    .find((found) => found !== undefined);

  const status = partOf("message/delivery-status", "message/global-delivery-status");
  if (status) return { token: token ?? null, kind: "bounce", ...judge(status) };
  const feedback = partOf("message/feedback-report");
  if (!feedback) return null;
  const type = fieldsOf(feedback).get("feedback-type") ?? "abuse";
  // What a report says that is no complaint, such as of a forged sender, ends nobody's subscription.
  const isFinal = ["abuse", "opt-out", "opt-out-list"].includes(type.toLowerCase());
  return { token: token ?? null, kind: "complaint", isFinal, words: `Reported as ${type}` };
}

/** What a delivery status says of the address: the groups after the first one are about recipients. */
function judge(status: string): Pick<Report, "isFinal" | "words"> {
  const groups = status.split(/\r?\n\s*\r?\n/).map(fieldsOf);
  const group = groups.find((fields) => fields.has("action")) ?? new Map<string, string>();
  const code = group.get("status") ?? "";
  const isFinal =
    group.get("action")?.toLowerCase() === "failed" && code.startsWith("5") && !NOT_THE_ADDRESS.test(code);
  const words = withoutAddresses((group.get("diagnostic-code") ?? code).replace(/[\s\p{Cc}]+/gu, " ")).slice(0, 300);
  return { isFinal, words: words || "No reason was given" };
}

function fieldsOf(text: string): Fields {
  const lines = text.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(":");
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const] : [];
    }),
  );
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}
