import type { ActiveSession } from "../people/sessions.ts";
import { html, type Markup } from "../syndication/text/html.ts";

/** A page of the desk. */
export interface DeskPage {
  title: string;
  content: Markup;
  /** Null before signing in. */
  session: Pick<ActiveSession, "person"> | null;
  /** True for a column as wide as a form. */
  isNarrow?: boolean;
}

/** Writes a page as a document. */
export function renderDeskPage({ title, content, session, isNarrow = false }: DeskPage): string {
  const menu = session
    ? html`<a href="/stories">Stories</a>
<a href="/account">${session.person.name}</a>
<form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
    : null;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Desk</title>
<link rel="stylesheet" href="/desk.css">
<script src="/sign-in.js" defer></script>
</head>
<body>
<header><strong>Desk</strong>
${menu}
</header>
<main class="${isNarrow ? "narrow" : "wide"}">
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.html;
}
