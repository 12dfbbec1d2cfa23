import { z } from "zod";
import { markdown } from "../../../../core/markdown/dialect.ts";
import { escapeHtml, toText } from "../../../html/text.ts";

/** Maximum depth of nested nodes that are converted. Editors produce about ten levels. */
const MAX_DEPTH = 50;

type Fields = Record<string, unknown>;

/** Converts a post from Lexical or Mobiledoc, the formats of Ghost's editors, to HTML. Returns null for other posts. */
export function documentToHtml({ lexical, mobiledoc }: { lexical: string; mobiledoc: string }): string | null {
  const root = parse(lexical)?.root;
  if (isFields(root)) return lexicalToHtml([root], 0);
  const document = mobiledocSchema.safeParse(parse(mobiledoc));
  return document.success ? mobiledocToHtml(document.data) : null;
}

function parse(source: string): Fields | null {
  try {
    const value: unknown = JSON.parse(source);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function getText(fields: Fields, ...names: string[]): string {
  return (
    names.map((name) => fields[name]).find((value): value is string => typeof value === "string" && value !== "") ?? ""
  );
}

/** Bits of Lexical's text formats, and the HTML elements for them. */
const FORMATS: [number, string][] = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
  [128, "mark"],
];

function lexicalToHtml(nodes: readonly unknown[], depth: number): string {
  if (depth > MAX_DEPTH) return "";
  return nodes
    .filter(isFields)
    .map((node) => {
      const type = getText(node, "type").replace(/^extended-/, "");
      const inner = () => lexicalToHtml(Array.isArray(node.children) ? node.children : [], depth + 1);
      switch (type) {
        case "root":
          return inner();
        case "paragraph":
          return `<p>${inner()}</p>`;
        case "heading":
          return /^h[1-6]$/.test(getText(node, "tag"))
            ? `<${node.tag}>${inner()}</${node.tag}>`
            : `<h2>${inner()}</h2>`;
        case "quote":
        case "aside":
          return `<blockquote><p>${inner()}</p></blockquote>`;
        case "list": {
          const name = node.listType === "number" ? "ol" : "ul";
          // Moves a nested list, which Lexical stores as a separate item, into the item before it.
          const items = inner().replaceAll(/<\/li><li>(?=<[uo]l )/g, "");
          return `<${name} start="${Number(node.start) || 1}">${items}</${name}>`;
        }
        case "listitem":
          return `<li>${inner()}</li>`;
        case "linebreak":
          return "<br>";
        case "link":
          return `<a href="${escapeHtml(getText(node, "url"))}">${inner()}</a>`;
        case "text": {
          const format = Number(node.format) || 0;
          return FORMATS.filter(([bit]) => format & bit).reduce(
            (html, [, name]) => `<${name}>${html}</${name}>`,
            escapeHtml(getText(node, "text")),
          );
        }
        default:
          return (cardToHtml(type, node) || escapeHtml(getText(node, "text"))) + inner() || toUnknown(type);
      }
    })
    .join("");
}

/** Types of nodes that never contain text, and are removed without a remark. */
const EMPTY_NODES = ["paywall", "root", "zwnj", "at-link-search"];

/** Returns the empty placeholder for an unknown card, which `simplifyCards` reports and removes. */
function toUnknown(type: string): string {
  return EMPTY_NODES.includes(type) ? "" : `<div class="kg-card kg-${escapeHtml(type)}-card"></div>`;
}

const mobiledocSchema = z.object({
  markups: z.array(z.tuple([z.string()]).rest(z.array(z.string()).nullish())).default([]),
  atoms: z.array(z.tuple([z.string(), z.unknown()]).rest(z.unknown())).default([]),
  cards: z.array(z.tuple([z.string()]).rest(z.unknown())).default([]),
  sections: z.array(z.array(z.unknown())).default([]),
});
type Mobiledoc = z.infer<typeof mobiledocSchema>;

/** Types of sections in a Mobiledoc document. */
const TEXT_SECTION = 1;
const IMAGE_SECTION = 2;
const LIST_SECTION = 3;
const CARD_SECTION = 10;

function mobiledocToHtml(document: Mobiledoc): string {
  return document.sections
    .map(([type, value, content]) => {
      const name = /^(?:p|h[1-6]|blockquote|aside|ul|ol)$/.test(String(value)) ? String(value) : "p";
      if (type === TEXT_SECTION) {
        const tag = name === "aside" ? "blockquote" : name;
        return `<${tag}>${markersToHtml(content, document)}</${tag}>`;
      }
      if (type === IMAGE_SECTION) return `<figure><img src="${escapeHtml(String(value))}" alt=""></figure>`;
      if (type === LIST_SECTION) {
        const items = Array.isArray(content) ? content : [];
        return `<${name}>${items.map((item) => `<li>${markersToHtml(item, document)}</li>`).join("")}</${name}>`;
      }
      const card = type === CARD_SECTION ? document.cards[Number(value)] : undefined;
      const cardType = card?.[0].replace(/^card-/, "") ?? "";
      return card ? cardToHtml(cardType, isFields(card[1]) ? card[1] : {}) || toUnknown(cardType) : "";
    })
    .join("");
}

/**
 * Converts the markers of a section to HTML. A marker consists of a text, the markups that begin before the text, and
 * the number of markups that end after the text.
 */
function markersToHtml(markers: unknown, { markups, atoms }: Mobiledoc): string {
  const open: string[] = [];
  let html = "";
  for (const marker of Array.isArray(markers) ? markers : []) {
    if (!Array.isArray(marker)) continue;
    const [type, opened, closed, value] = marker as [unknown, unknown, unknown, unknown];
    for (const index of Array.isArray(opened) ? opened : []) {
      const [name = "", attributes] = markups[Number(index)] ?? [];
      const tag = /^(?:a|strong|b|em|i|s|u|code|sub|sup)$/.test(name) ? name : "span";
      const href = attributes?.[(attributes.indexOf("href") + 1 || Number.NaN) as number];
      html += tag === "a" && href ? `<a href="${escapeHtml(href)}">` : `<${tag}>`;
      open.push(tag);
    }
    const atom = type === 1 ? atoms[Number(value)] : undefined;
    html += atom
      ? atom[0] === "soft-return"
        ? "<br>"
        : escapeHtml(String(atom[1] ?? ""))
      : escapeHtml(String(value ?? ""));
    for (let count = Number(closed) || 0; count > 0 && open.length > 0; count--) html += `</${open.pop()}>`;
  }
  return (
    html +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join("")
  );
}

/** Returns a card as HTML with the classes that Ghost itself uses, so that `simplifyCards` can convert it. */
function cardToHtml(type: string, card: Fields): string {
  const caption = getText(card, "caption");
  const figcaption = caption && `<figcaption>${caption}</figcaption>`;
  const metadata = isFields(card.metadata) ? card.metadata : {};
  const part = (className: string, html: string, tag = "div") =>
    html && `<${tag} class="${className}">${html}</${tag}>`;
  const text = (className: string, name: string, fields = card) => part(className, escapeHtml(getText(fields, name)));
  const link = (className: string, href: string, html: string) =>
    href && `<a class="${className}" href="${escapeHtml(href)}">${html}</a>`;
  const image = (fields: Fields, name = "src") => {
    const [src, alt] = [getText(fields, name), getText(fields, "alt")];
    const title = toText(getText(fields, "caption")) || getText(fields, "title");
    return src && `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" title="${escapeHtml(title)}">`;
  };
  const linked = (href: string, html: string) => (href ? `<a href="${escapeHtml(href)}">${html}</a>` : html);
  const wrap = (html: string, name = type) => `<div class="kg-card kg-${name}-card">${html}</div>`;
  switch (type) {
    case "image":
      return `<figure>${linked(getText(card, "href"), image({ src: card.src, alt: card.alt }))}${figcaption}</figure>`;
    case "gallery":
      return wrap(
        (Array.isArray(card.images) ? card.images : [])
          .filter(isFields)
          .map((fields) => image(fields))
          .join("") + figcaption,
      );
    case "bookmark":
      return wrap(
        link("kg-bookmark-container", getText(card, "url"), text("kg-bookmark-title", "title", metadata)) +
          text("kg-bookmark-description", "description", metadata) +
          text("kg-bookmark-author", "author", metadata) +
          text("kg-bookmark-publisher", "publisher", metadata) +
          figcaption,
      );
    case "embed":
      return wrap((getText(card, "html") || `<p>${escapeHtml(getText(card, "url"))}</p>`) + figcaption);
    case "html":
      return getText(card, "html");
    case "markdown":
      return markdown.render(getText(card, "markdown"));
    case "code":
    case "codeblock":
      return `<pre><code>${escapeHtml(getText(card, "code"))}</code></pre>${caption && `<p>${caption}</p>`}`;
    case "hr":
    case "horizontalrule":
      return "<hr>";
    case "audio":
      return wrap(`<audio src="${escapeHtml(getText(card, "src"))}"></audio>${text("kg-audio-title", "title")}`);
    case "video":
      return wrap(`<video src="${escapeHtml(getText(card, "src"))}"></video>${figcaption}`);
    case "file":
      return wrap(
        link("kg-file-card-container", getText(card, "src"), text("kg-file-card-title", "fileTitle")) +
          text("kg-file-card-caption", "fileCaption") +
          text("kg-file-card-filename", "fileName"),
      );
    case "product":
      return wrap(
        image(card, "productImageSrc") +
          part("kg-product-card-title", getText(card, "productTitle")) +
          part("kg-product-card-description", getText(card, "productDescription")) +
          link("kg-product-card-button", getText(card, "productUrl"), escapeHtml(getText(card, "productButton"))),
      );
    case "toggle":
      return wrap(
        part("kg-toggle-heading", getText(card, "heading")) + part("kg-toggle-content", getText(card, "content")),
      );
    case "callout":
      return wrap(text("kg-callout-emoji", "calloutEmoji") + part("kg-callout-text", getText(card, "calloutText")));
    case "button":
      return wrap(link("kg-btn", getText(card, "buttonUrl"), escapeHtml(getText(card, "buttonText"))));
    case "header":
      return wrap(
        image(card, "backgroundImageSrc") +
          part("kg-header-card-header", getText(card, "header")) +
          part("kg-header-card-subheader", getText(card, "subheader")) +
          link("kg-header-card-button", getText(card, "buttonUrl"), escapeHtml(getText(card, "buttonText"))),
      );
    case "call-to-action":
      return wrap(
        part("kg-cta-sponsor-label", card.hasSponsorLabel === true ? getText(card, "sponsorLabel") : "") +
          image(card, "imageUrl") +
          part("kg-cta-text", getText(card, "textValue")) +
          link("kg-cta-button", getText(card, "buttonUrl"), escapeHtml(getText(card, "buttonText"))),
        "cta",
      );
    case "email":
    case "email-cta":
    case "signup":
      return wrap("");
    case "paywall":
      return "";
    default:
      return getText(card, "html") || (getText(card, "url") && `<p>${escapeHtml(getText(card, "url"))}</p>`);
  }
}
