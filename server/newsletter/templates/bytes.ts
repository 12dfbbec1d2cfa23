import { createHash } from "node:crypto";
import { encodeWords, foldLines } from "nodemailer/lib/mime-funcs";
import { mailboxOf } from "../address.ts";
import type { BriefedEdition } from "./letter.ts";
import type { Rendered } from "./letters.ts";
import { encodeText } from "./quotedPrintable.ts";

/** What differs between two subscribers' mails of one issue and one choice of sections. */
interface Personal {
  email: string;
  messageId: string;
  /** Stands in the links of the mail. */
  token: string;
  unsubscribe: string;
}

/** The bytes of an issue's mails for one choice of sections, made once, with gaps for what is personal. */
export interface Mold {
  cast(personal: Personal): Buffer;
}

interface Stamp {
  edition: BriefedEdition;
  /** The issue's, such as 2025-04-17. */
  date: string;
  createdAt: string;
  /** What stands in the rendered parts where the subscriber's own token goes. */
  tokenInParts: string;
}

const CRLF = "\r\n";
/** A token in a line of its own, between soft line breaks: quoted-printable joins it with what is around it. */
const gap = (token: string) => `=${CRLF}${token}=${CRLF}`;

export function moldOf({ subject, html, text }: Rendered, stamp: Stamp): Mold {
  const { edition, date, createdAt, tokenInParts } = stamp;
  const { from, replyTo } = edition.newsletter;
  const boundary = `=_${createHash("sha256").update(`${edition.id} ${date}`).digest("hex").slice(0, 32)}`;
  const encoded = (part: string) => part.split(tokenInParts).map(encodeText);
  const part = (type: string, pieces: string[]) => [
    `--${boundary}${CRLF}Content-Type: ${type}; charset=utf-8${CRLF}Content-Transfer-Encoding: quoted-printable${CRLF}${CRLF}${pieces[0]}`,
    ...pieces.slice(1),
  ];
  const texts = part("text/plain", encoded(text));
  const htmls = part("text/html", encoded(html));
  // The last piece of one part and the first of the next stand together: there is no gap between them.
  const joined = `${texts.at(-1)}${CRLF}${htmls[0]}`;
  const last = `${htmls.length > 1 ? htmls.at(-1) : ""}${CRLF}--${boundary}--${CRLF}`;
  const pieces = [...texts.slice(0, -1), joined, ...htmls.slice(1, -1), last];
  const fixed = [
    field("From", `${phrase(from.name)} <${from.address}>`),
    ...(replyTo ? [field("Reply-To", replyTo)] : []),
    field("Subject", encodeWords(subject, "Q", 52)),
    field("Date", new Date(createdAt).toUTCString().replace("GMT", "+0000")),
    field("List-Id", `${phrase(edition.newsletter.title)} <briefing.${domainOf(from.address)}>`),
    field("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    field("Feedback-ID", `${date}:${edition.id}:briefing:broadsheet`),
    field("Auto-Submitted", "auto-generated"),
    field("MIME-Version", "1.0"),
    field("Content-Type", `multipart/alternative; boundary="${boundary}"`),
  ].join("");
  return {
    cast({ email, messageId, token, unsubscribe }) {
      const own = `To: ${mailboxOf(email)}${CRLF}Message-ID: ${messageId}${CRLF}List-Unsubscribe: <${unsubscribe}>${CRLF}`;
      return Buffer.from(own + fixed + CRLF + pieces.join(gap(token)));
    },
  };
}

/** The domain of an address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

function field(name: string, value: string): string {
  return foldLines(`${name}: ${value}`, 76) + CRLF;
}

/** A name as it stands before an address: quoted, or encoded where it has other letters than ASCII's. */
function phrase(name: string): string {
  const safe = name.replace(/[\p{Cc}"\\]/gu, "");
  return /^[\x20-\x7e]*$/.test(safe) ? `"${safe}"` : encodeWords(safe, "Q", 52);
}
