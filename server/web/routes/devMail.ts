import type { Hono } from "hono";
import { escapeHtml } from "../../html/text.ts";
import { readMails, type StoredMail } from "../../mail/mailFolder.ts";

/** Adds /dev/mail, which shows the mails in a folder, newest first. For development only. */
export function addDevMailRoutes(site: Hono, folder: string): void {
  site.use("/dev/mail/*", async (context, next) => {
    context.header("content-security-policy", CONTENT_POLICY);
    await next();
  });
  site.get("/dev/mail", async (context) => context.html(renderList(await readMails(folder))));
  site.get("/dev/mail/:id/:part{html|source}?", async (context) => {
    const { id, part } = context.req.param();
    const mail = (await readMails(folder)).find((mail) => mail.id === id);
    if (!mail) return context.notFound();
    if (part === "source") return context.text(mail.source);
    return context.html(part === "html" ? (mail.html ?? "") : renderMail(mail));
  });
}

/** Content security policy of mails, which have inline styles and may have images from anywhere. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'";

const STYLE = `body{max-width:900px;margin:32px auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}
table{width:100%;border-collapse:collapse}td,th{padding:8px 12px 8px 0;border-bottom:1px solid #8888;text-align:left;vertical-align:top}
pre{padding:16px;border:1px solid #8888;white-space:pre-wrap;overflow-wrap:anywhere}iframe{width:100%;height:600px;border:1px solid #8888;background:#fff}`;

function renderList(mails: readonly StoredMail[]): string {
  const rows = mails.map(
    ({ id, sentAt, to, subject }) =>
      `<tr><td>${sentAt.slice(0, 19).replace("T", " ")}</td><td>${escapeHtml(to)}</td><td><a href="/dev/mail/${id}">${escapeHtml(subject)}</a></td></tr>`,
  );
  return renderPage(
    "Test inbox",
    mails.length === 0
      ? "<p>Nothing was sent yet.</p>"
      : `<table><thead><tr><th>Sent (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
  );
}

function renderMail({ id, sentAt, from, to, subject, text, html, source }: StoredMail): string {
  const links = [...new Set(text.match(/https?:\/\/\S+/g) ?? [])].map(
    (url) => `<li><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></li>`,
  );
  return renderPage(
    subject,
    `<p><a href="/dev/mail">All mails</a> · <a href="/dev/mail/${id}/source">As sent</a></p>
<p>From ${escapeHtml(from)} to ${escapeHtml(to)}, ${sentAt}</p>
${html === undefined ? "" : `<h2>HTML</h2><iframe sandbox src="/dev/mail/${id}/html" title="The mail"></iframe>`}
<h2>Text</h2><pre>${escapeHtml(text)}</pre>
${links.length > 0 ? `<h2>Links</h2><ul>${links.join("")}</ul>` : ""}
<h2>Headers</h2><pre>${escapeHtml(source.split(/\r?\n\r?\n/)[0] ?? "")}</pre>`,
  );
}

function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
}
