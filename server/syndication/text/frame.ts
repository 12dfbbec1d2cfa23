import { hash } from "node:crypto";
import { getServerTexts, getSiteTexts } from "../../../core/language/catalogs.ts";
import { isRightToLeft } from "../../../core/language/languages.ts";
import type { ShownAlert } from "../../alerts/alerts.ts";
import type { PublicEdition } from "../../editions/derived/publicEdition.ts";
import { countBytes, html, type Markup } from "./html.ts";

/** Maximum size of a page in bytes, before compression. */
const MAX_PAGE_BYTES = 15_000;

/** Style sheet of all text editions. Text is comfortable to read, and links are large enough to tap. */
const STYLE = [
  ":root{color-scheme:light dark;background:Canvas;color:CanvasText}",
  "body{max-width:38em;margin:0 auto;padding:0 1em 2em;font:1.1em/1.5 Georgia,serif;overflow-wrap:anywhere}",
  "h1,h2,h3{margin:1em 0 .3em;line-height:1.2}h1{font-size:1.7em}h2{font-size:1.2em}",
  ".list,nav ul{list-style:none;margin:0;padding:0}.list li{border-top:1px solid #8888}",
  ".list h2{margin:0}.list p{margin:0 0 .5em}.list li>small{display:block;padding-bottom:.5em}.list a,h2 a{color:inherit}",
  "body>a,.list a,nav a,h2 a,header a,.action{display:inline-block;padding:.5em 0}",
  ".alert{border:2px solid;padding:.4em .6em;margin:.5em 0}",
  "footer{margin-top:2em;border-top:2px solid}pre{white-space:pre-wrap}",
  // Opts in to view transitions, like the site's normal pages. Browsers warn if only one of two successive pages opts
  // in.
  "@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}",
  "",
].join("\n");

/**
 * Returns the style sheet of an edition's text edition. It uses the device fonts most similar to the edition's
 * typefaces. If the edition sets an accent color, the page has a bar in this color.
 */
export function getTextStyle({ accent, sans = [] }: PublicEdition["look"]): string {
  const getFont = (role: "headlines" | "text") => (sans.includes(role) ? "Arial,sans-serif" : "Georgia,serif");
  const fonts =
    sans.length > 0 ? `body{font-family:${getFont("text")}}h1,h2,h3{font-family:${getFont("headlines")}}\n` : "";
  if (!accent) return STYLE + fonts;
  return `${STYLE}${fonts}body{border-top:6px solid ${accent.light}}@media(prefers-color-scheme:dark){body{border-color:${accent.dark}}}\n`;
}

/** Returns the URL of the style sheet. The URL contains a digest of the sheet, so caches may keep the sheet forever. */
function getStyleAddress(look: PublicEdition["look"]): string {
  return `/text/style.css?v=${hash("sha256", getTextStyle(look), "base64url").slice(0, 8)}`;
}

export interface TextSite {
  edition: PublicEdition;
  siteUrl: string;
  hasAddress: boolean;
  alerts: readonly ShownAlert[];
}

export interface TextPage {
  title: string;
  description: string;
  /** Path of the same page with images; null if there is none. */
  normal: string | null;
  /** URL of a syndicated story's original; by default the URL of the same page with images. */
  canonical?: string | undefined;
  /** True if stories are still loading, so that the page reloads itself. */
  isLoading?: boolean;
  /** True if search engines must not index the page. */
  isHidden?: boolean;
}

export function renderFrame(
  { edition, siteUrl, hasAddress, alerts }: TextSite,
  page: TextPage,
  content: Markup,
): Markup {
  const { name, language, sections, copyright } = edition;
  const { textEdition } = getServerTexts(language);
  const { frame } = getSiteTexts(language);
  const { title, description, normal, isLoading, isHidden } = page;
  const canonical = page.canonical ?? (normal === null || !hasAddress ? null : siteUrl + normal);
  return html`<!DOCTYPE html>
<html lang="${language}"${isRightToLeft(language) ? html` dir="rtl"` : null}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? textEdition.frontPage(name) : textEdition.page(title, name)}</title>
<meta name="description" content="${description}">
${isLoading ? html`<meta http-equiv="refresh" content="2">` : null}${isHidden ? html`<meta name="robots" content="noindex">` : null}${canonical === null ? null : html`<link rel="canonical" href="${canonical}">`}
<link rel="stylesheet" href="${getStyleAddress(edition.look)}">
<link rel="icon" href="data:,">
</head>
<body>
<a href="#content">${frame.skip}</a>
<header>
<p><a href="/text"><strong>${name}</strong></a>${textEdition.label}</p>
</header>${renderAlerts(alerts, language)}
<main id="content">
${content}
</main>
<footer>
<nav aria-label="${frame.sections}">
<h2>${frame.sections}</h2>
<ul>
${sections.map(({ href, name: section }) => html`<li><a href="/text${href}">${section}</a></li>`)}
</ul>
</nav>
<p><a class="action" href="${normal ?? "/"}">${textEdition.withPictures}</a></p>
<p>${copyright}</p>
</footer>
</body>
</html>
`;
}

function renderAlerts(alerts: readonly ShownAlert[], language: string): Markup | null {
  if (alerts.length === 0) return null;
  const texts = getSiteTexts(language).alerts;
  return html`
<section aria-label="${texts.title}">
${alerts.map(({ level, text, link, official }) => html`<p class="alert" dir="auto"><strong>${texts[level]}:</strong> ${link === null ? text : html`<a href="${link}">${text}</a>`}${official && html` <small>${texts.official(official.sender, official.area)}</small>`}</p>`)}
</section>`;
}

/** Returns the maximum size of a page's content, in bytes, so that the page stays within `MAX_PAGE_BYTES`. */
export function getContentBytes(site: TextSite, page: TextPage): number {
  return MAX_PAGE_BYTES - 1 - countBytes(renderFrame(site, page, html``));
}

/** Shortens a text to `maxLength` characters, after a whole word. Adds an ellipsis to a shortened text. */
export function shorten(text: string, maxLength = 300): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength).toWellFormed();
  return `${cut.replace(/\s\S*$/, "").trimEnd()}…`;
}
