import type { Context } from "hono";
import { getSignInTexts } from "../../core/language/catalogs.ts";
import { escapeHtml } from "../html/text.ts";
import { html, type Markup } from "../syndication/text/html.ts";
import { readDeskDocument, readLanguage } from "./deskDocument.ts";

/** A page that people see before they sign in. It works without scripts. */
export interface DeskPage {
  title: string;
  content: Markup;
}

/** Responds with a page, in the HTML frame of the build. */
export async function sendDeskPage(
  context: Context,
  { title, content }: DeskPage,
  status: 200 | 404 | 410 | 422 = 200,
) {
  const { desk } = getSignInTexts(readLanguage(context));
  const body = html`<header><p>${desk}</p></header>
<main>
<h1>${title}</h1>
${content}
</main>`;
  const document = await readDeskDocument(context, "signIn.html");
  const page = document
    .replace("<title>Desk", () => `<title>${escapeHtml(`${title} · ${desk}`)}`)
    .replace("<!--content-->", () => body.html);
  return context.html(page, status);
}
