import { createHash } from "node:crypto";
import type { PublicEdition } from "../../editions/public.ts";
import { bytesOf, html, type Markup } from "./html.ts";

/** A page of the text edition has fewer bytes than this, before compression. */
const PAGE_BYTES = 15_000;

/** All that the text edition is styled with: enough to be read in comfort, and to be touched. */
export const STYLE = [
  ":root{color-scheme:light dark;background:Canvas;color:CanvasText}",
  "body{max-width:38em;margin:0 auto;padding:0 1em 2em;font:1.1em/1.5 Georgia,serif;overflow-wrap:anywhere}",
  "h1,h2,h3{margin:1em 0 .3em;line-height:1.2}h1{font-size:1.7em}h2{font-size:1.2em}",
  ".list,nav ul{list-style:none;margin:0;padding:0}.list li{border-top:1px solid #8888}",
  ".list h2{margin:0}.list p{margin:0 0 .5em}.list a,h2 a{color:inherit}",
  "body>a,.list a,nav a,h2 a,header a,.way{display:inline-block;padding:.5em 0}",
  "footer{margin-top:2em;border-top:2px solid}pre{white-space:pre-wrap}",
  // The normal pages fade from one to the next, and say so in the console where the next one does not.
  "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}",
  "",
].join("\n");

/** Its address names its content, so that it may be kept for ever. */
const STYLE_ADDRESS = `/text/style.css?v=${createHash("sha256").update(STYLE).digest("base64url").slice(0, 8)}`;

export interface TextPage {
  /** The page's own name. */
  title: string;
  description: string;
  /** The address of the same in the normal edition, from its first slash; null where there is none. */
  normal: string | null;
  /** Whether it will be another in a moment, and asks for itself again. */
  isLoading?: boolean;
  /** Whether search engines are to leave it out: what has no page in the normal edition. */
  isHidden?: boolean;
}

export interface Site {
  edition: PublicEdition;
  siteUrl: string;
}

/** What stands around the content of every page of the text edition. */
export function frame({ edition, siteUrl }: Site, page: TextPage, content: Markup): Markup {
  const { name, language, sections, copyright } = edition;
  const { title, description, normal, isLoading, isHidden } = page;
  return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? `${name}: text edition` : `${title} | ${name}, text edition`}</title>
<meta name="description" content="${description}">
${isLoading ? html`<meta http-equiv="refresh" content="2">` : null}${isHidden ? html`<meta name="robots" content="noindex">` : null}${normal === null ? null : html`<link rel="canonical" href="${siteUrl}${normal}">`}
<link rel="stylesheet" href="${STYLE_ADDRESS}">
<link rel="icon" href="data:,">
</head>
<body>
<a href="#content">Skip to the news</a>
<header>
<p><a href="/text"><strong>${name}</strong></a>, text edition</p>
</header>
<main id="content">
${content}
</main>
<footer>
<nav aria-label="Sections">
<h2>Sections</h2>
<ul>
${sections.map(({ href, name: section }) => html`<li><a href="/text${href}">${section}</a></li>`)}
</ul>
</nav>
<p><a class="way" href="${normal ?? "/"}">Read this page with pictures</a></p>
<p>${copyright}</p>
</footer>
</body>
</html>
`;
}

/** How many bytes the content of a page may have. */
export function roomFor(site: Site, page: TextPage): number {
  return PAGE_BYTES - 1 - bytesOf(frame(site, page, html``));
}

/** As many pieces as there is room for, from the first on; one in any case. */
export function fitting(pieces: readonly Markup[], room: number): Markup[] {
  let left = room;
  const end = pieces.findIndex((piece) => {
    left -= bytesOf(piece) + 1;
    return left < 0;
  });
  return end === -1 ? [...pieces] : pieces.slice(0, Math.max(1, end));
}

/** Cuts a text that is longer than any headline. */
export function brief(text: string, most = 300): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most)
        .toWellFormed()
        .replace(/\s+\S*$/, "")}…`;
}
