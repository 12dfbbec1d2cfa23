import type { SendMailOptions } from "nodemailer";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { getGenericFamilies } from "../../editions/look/typefaces/typefaceSchema.ts";
import type { SignUp } from "../../editions/schema/newsletter.ts";
import { escapeHtml } from "../../html/text.ts";
import { CONFIRM_HOURS } from "./confirmation.ts";

interface Parts {
  edition: Edition;
  from: SignUp["from"];
  /** Address of the recipient. */
  to: string;
  /** URL of the mail's button. */
  url: string;
  /** True if the address is already subscribed. */
  isConfirmed: boolean;
  /** Message-ID, the same for every attempt to send the mail. */
  messageId: string;
}

interface MailText {
  subject: string;
  /** Paragraphs before and after the button. */
  before: string[];
  button: string;
  after: string[];
}

/** Composes the mail that requests a confirmation, or states that the address is already subscribed. */
export function composeConfirmationMail(parts: Parts): SendMailOptions {
  const { edition, from, to, url, isConfirmed, messageId } = parts;
  const { name, newsroomEmail } = edition;
  const mailText = getText(edition, isConfirmed);
  const { subject, before, button, after } = mailText;
  return {
    from,
    to: { name: "", address: to },
    replyTo: newsroomEmail,
    subject,
    messageId,
    headers: { "Auto-Submitted": "auto-generated" },
    text: [...before, `${button}:`, url, ...after, `${name}\n${newsroomEmail}`].join("\n\n"),
    html: renderHtml(edition, mailText, url),
  };
}

function getText({ name, language }: Edition, isConfirmed: boolean): MailText {
  const { mail } = getServerTexts(language);
  const request = mail.request(name);
  if (isConfirmed)
    return {
      subject: mail.knownSubject(name),
      before: [mail.known(request)],
      button: mail.knownButton,
      after: [mail.knownHint, mail.knownNotYou],
    };
  return {
    subject: mail.confirmSubject(name),
    before: [request],
    button: mail.confirmButton,
    after: [mail.confirmHint(CONFIRM_HOURS), mail.confirmNotYou],
  };
}

/** Renders HTML that every mail program can show: one column, one button, the program's own colors. */
function renderHtml({ language, name, newsroomEmail, look }: Edition, mailText: MailText, url: string): string {
  const font = getGenericFamilies(look.typefaces).text === "serif" ? "Georgia,serif" : "Arial,sans-serif";
  const { subject, before, button, after } = mailText;
  const paragraph = (text: string) => `<p style="margin:0 0 18px">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:${font};font-size:18px;line-height:1.5">
<div style="max-width:560px">
${before.map(paragraph).join("\n")}
<p style="margin:0 0 18px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border:2px solid;font-family:Arial,sans-serif;font-size:16px;font-weight:bold;color:inherit;text-decoration:none">${escapeHtml(button)}</a></p>
${after.map(paragraph).join("\n")}
<p style="margin:0;font-family:Arial,sans-serif;font-size:14px">${escapeHtml(`${name}, ${newsroomEmail}`)}</p>
</div>
</body>
</html>
`;
}
