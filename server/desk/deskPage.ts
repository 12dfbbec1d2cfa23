import type { Context } from "hono";
import { getSignInTexts } from "../../core/language/catalogs.ts";
import { escapeHtml } from "../html/text.ts";
import { html, type Markup } from "../syndication/text/html.ts";
import type { DeskParts } from "./deskContext.ts";
import { readDeskDocument, readLanguage } from "./deskDocument.ts";

/** A page that people see before they sign in. It works without scripts. */
export interface DeskPage {
  title: string;
  content: Markup;
}

/** Responds with a page. Inserts the page into the built signIn.html, below the names of the editions. */
export async function sendDeskPage(
  context: Context,
  { editions }: Pick<DeskParts, "editions">,
  { title, content }: DeskPage,
  status: 200 | 404 | 410 | 422 = 200,
) {
  const { desk } = getSignInTexts(readLanguage(context));
  const names = editions().map(({ name }) => html`<span>${name}</span>`);
  const body = html`<header><p><b>${desk}</b>${names}</p></header>
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
