import { createHash } from "node:crypto";
import { encodeWords, foldLines } from "nodemailer/lib/mime-funcs";
import { encode, wrap } from "nodemailer/lib/qp";
import type { StoredIssue } from "../../store/newsletter/issues.ts";
import type { BriefedEdition } from "../briefedEdition.ts";
import { getDomain, toEnvelopeAddress } from "../subscribing/mailAddress.ts";
import type { RenderedIssue } from "./issueMessage.ts";

/** Fills in the parts of an encoded issue that differ from mail to mail. */
export type MimeTemplate = (mail: { email: string; messageId: string; token: string }) => Buffer;

interface Parts {
  edition: BriefedEdition;
  issue: Pick<StoredIssue, "date" | "created_at">;
  /** URL for unsubscribing, with `tokenPlaceholder` in place of the subscriber's token. */
  unsubscribeUrl: string;
  tokenPlaceholder: string;
}

const CRLF = "\r\n";
/** Character that marks the positions of tokens in the encoded body. Encoded text never contains this character. */
const TOKEN_MARK = "\0";

/** Encodes a rendered issue once. For each subscriber's mail, the template then only joins the encoded pieces. */
export function createMimeTemplate({ subject, html, text }: RenderedIssue, parts: Parts): MimeTemplate {
  const { edition, unsubscribeUrl, tokenPlaceholder } = parts;
  const { date, created_at: createdAt } = parts.issue;
  const { from, replyTo } = edition.newsletter;
  const boundary = `=_${createHash("sha256").update(`${edition.id} ${date}`).digest("hex").slice(0, 32)}`;
  const encodePart = (type: string, content: string) =>
    [
      `--${boundary}`,
      `Content-Type: ${type}; charset=utf-8`,
      "Content-Transfer-Encoding: quoted-printable",
      "",
      content.split(tokenPlaceholder).map(encodeQuotedPrintable).join(TOKEN_MARK),
      "",
    ].join(CRLF);
  const body = `${encodePart("text/plain", text)}${encodePart("text/html", html)}--${boundary}--${CRLF}`;
  const pieces = body.split(TOKEN_MARK);
  const headers = [
    field("From", `${phrase(from.name)} <${from.address}>`),
    ...(replyTo ? [field("Reply-To", replyTo)] : []),
    field("Subject", encodeWords(subject, "Q", 52)),
    field("Date", new Date(createdAt).toUTCString().replace("GMT", "+0000")),
    field("List-Id", `${phrase(edition.newsletter.title)} <briefing.${getDomain(from.address)}>`),
    field("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    field("Feedback-ID", `${date}:${edition.id}:briefing:broadsheet`),
    field("Auto-Submitted", "auto-generated"),
    field("MIME-Version", "1.0"),
    field("Content-Type", `multipart/alternative; boundary="${boundary}"`),
  ].join("");
  return ({ email, messageId, token }) => {
    const unsubscribe = unsubscribeUrl.replace(tokenPlaceholder, token);
    const personalHeaders = `To: ${toEnvelopeAddress(email)}${CRLF}Message-ID: ${messageId}${CRLF}List-Unsubscribe: <${unsubscribe}>${CRLF}`;
    // Puts soft line breaks around the subscriber's token, so that the encoded lines before and after the token are the
    // same in every mail.
    return Buffer.from(personalHeaders + headers + CRLF + pieces.join(`=${CRLF}${token}=${CRLF}`));
  };
}

/** Encodes a text as quoted-printable with CRLF, in lines of at most 76 characters (RFC 2045, 6.7). */
export function encodeQuotedPrintable(text: string): string {
  return wrap(encode(text.replace(/\r?\n/g, "\r\n")), 76);
}

function field(name: string, value: string): string {
  return foldLines(`${name}: ${value}`, 76) + CRLF;
}

/** Returns a display name as a quoted string, or as encoded words if it is not ASCII. */
function phrase(name: string): string {
  const safe = name.replace(/[\p{Cc}"\\]/gu, "");
  return /^[\x20-\x7e]*$/.test(safe) ? `"${safe}"` : encodeWords(safe, "Q", 52);
}
