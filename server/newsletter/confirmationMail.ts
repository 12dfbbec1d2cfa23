import type { SendMailOptions } from "nodemailer";
import type { Edition } from "../editions/load.ts";
import type { SignUp } from "../editions/signUp.ts";
import { escapeHtml } from "../html/text.ts";
import { CONFIRM_HOURS } from "./confirm.ts";

interface Parts {
  edition: Edition;
  from: SignUp["from"];
  /** What a mail server is told. */
  to: string;
  /** Where the mail's one button leads. */
  address: string;
  /** Whether this address has the briefing already. */
  isKnown: boolean;
  /** The same at every attempt. */
  messageId: string;
}

/** The mail that asks whether an address wants the briefing, or says that it has it. */
export function confirmationMail({ edition, from, to, address, isKnown, messageId }: Parts): SendMailOptions {
  const { name } = edition;
  const words = isKnown ? knownWords(name) : newWords(name);
  const { subject, before, button, after } = words;
  return {
    from,
    to: { name: "", address: to },
    replyTo: edition.newsroomEmail,
    subject,
    messageId,
    headers: { "Auto-Submitted": "auto-generated" },
    text: [...before, `${button}:`, address, ...after, `${name}\n${edition.newsroomEmail}`].join("\n\n"),
    html: htmlOf(edition.language, words, address, `${name}, ${edition.newsroomEmail}`),
  };
}

interface Words {
  subject: string;
  before: string[];
  button: string;
  after: string[];
}

function newWords(name: string): Words {
  return {
    subject: `Please confirm: the daily briefing of ${name}`,
    before: [`Somebody, probably you, asked for the daily briefing of ${name} at this address.`],
    button: "Yes, send me the briefing",
    after: [
      `The link is good for ${CONFIRM_HOURS} hours, once. It leads to a page with a button, and nothing is sent before you have pressed that.`,
      "If it was not you, do nothing: you will get no briefing, and the address is forgotten.",
    ],
  };
}

function knownWords(name: string): Words {
  return {
    subject: `You already get the daily briefing of ${name}`,
    before: [
      `Somebody, probably you, asked for the daily briefing of ${name} at this address. It is on the list already, so there is nothing to confirm.`,
    ],
    button: "Choose sections and days, or unsubscribe",
    after: [
      "If the briefing does not reach you, please look among your spam, or answer this mail.",
      "If it was not you who asked, do nothing.",
    ],
  };
}

/** Plain enough for every mail program: one column, one button, the colors that the program gives. */
function htmlOf(language: string, { subject, before, button, after }: Words, address: string, foot: string): string {
  const paragraph = (text: string) => `<p style="margin:0 0 18px">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:Georgia,serif;font-size:18px;line-height:1.5">
<div style="max-width:560px">
${before.map(paragraph).join("\n")}
<p style="margin:0 0 18px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:12px 20px;border:2px solid;font-family:Arial,sans-serif;font-size:16px;font-weight:bold;color:inherit;text-decoration:none">${escapeHtml(button)}</a></p>
${after.map(paragraph).join("\n")}
<p style="margin:0;font-family:Arial,sans-serif;font-size:14px">${escapeHtml(foot)}</p>
</div>
</body>
</html>
`;
}
