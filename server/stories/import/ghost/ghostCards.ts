import { parseDocument } from "htmlparser2";
import { escapeHtml } from "../../../html/text.ts";
import { getText, type HtmlElement, walkElements } from "../inlineMarkdown.ts";
import type { Remark } from "../remarks.ts";

/** One card in the HTML of a Ghost post, with functions that find its parts by class or tag name. */
interface Card {
  find(className: string): HtmlElement | undefined;
  /** Returns all elements with a tag name, such as "img". */
  all(name: string): HtmlElement[];
  /** Returns the text of the element with a class, with single spaces; "" if there is no such element. */
  text(className: string): string;
  /**
   * Returns the HTML inside the element with a class or tag name. If there is no such element, returns "". If
   * `className` is "", returns the HTML inside the whole card.
   */
  inner(className: string): string;
  element: HtmlElement;
}

type CardConverter = (card: Card) => string;

/** Functions that convert cards to simple HTML, by kind. Cards for images, code, Markdown and HTML stay unchanged. */
const CARDS: Record<string, CardConverter | "removed"> = {
  bookmark: (card) => {
    const from = [card.text("kg-bookmark-author"), card.text("kg-bookmark-publisher")].filter(Boolean).join(", ");
    const link = toLink(card.find("kg-bookmark-container")?.attribs.href, card.text("kg-bookmark-title"));
    const description = card.text("kg-bookmark-description");
    return `<p>${link}${from && ` (${escapeHtml(from)})`}${description && `<br>${escapeHtml(description)}`}</p>${toCaption(card)}`;
  },
  audio: (card) => toPlayer(card, "audio", card.text("kg-audio-title")),
  video: (card) => toPlayer(card, "video", "") + toCaption(card),
  file: (card) => {
    const name = [card.text("kg-file-card-filename"), card.text("kg-file-card-filesize")].filter(Boolean).join(", ");
    const link = card.find("kg-file-card-container") ?? card.all("a")[0];
    const title = card.text("kg-file-card-title") || card.text("kg-file-card-filename");
    const about = card.text("kg-file-card-caption");
    return `<p>${toLink(link?.attribs.href, title)}${name && ` (${escapeHtml(name)})`}</p>${toParagraph(escapeHtml(about))}`;
  },
  product: (card) =>
    toStrong(card.text("kg-product-card-title")) +
    toImages(card) +
    toParagraphs(card.inner("kg-product-card-description")) +
    toButton(card, "kg-product-card-button"),
  toggle: (card) => toStrong(card.text("kg-toggle-heading")) + toParagraphs(card.inner("kg-toggle-content")),
  callout: (card) => {
    const emoji = escapeHtml(card.text("kg-callout-emoji"));
    return `<blockquote>${toParagraphs([emoji, card.inner("kg-callout-text")].filter(Boolean).join(" "))}</blockquote>`;
  },
  header: (card) => {
    const heading = card.text("kg-header-card-header") || card.text("kg-header-card-heading");
    const deck = card.inner("kg-header-card-subheader") || card.inner("kg-header-card-subheading");
    return (
      toImages(card, card.element.attribs["data-kg-background-image"]) +
      (heading && `<h2>${escapeHtml(heading)}</h2>`) +
      toParagraphs(deck) +
      toButton(card, "kg-header-card-button")
    );
  },
  button: (card) => toButton(card, "kg-btn"),
  cta: (card) =>
    toStrong(card.text("kg-cta-sponsor-label")) +
    toImages(card) +
    toParagraphs(card.inner("kg-cta-text")) +
    toButton(card, "kg-cta-button"),
  gallery: (card) => toImages(card) + toCaption(card),
  "before-after": (card) => toImages(card) + toCaption(card),
  embed: (card) => {
    const caption = toCaption(card);
    const [quote] = card.all("blockquote");
    // Keeps an embedded post as a quotation outside its figure, since a quotation in a figure becomes a pull quote.
    return quote ? `<blockquote>${card.inner("blockquote")}</blockquote>${caption}` : `${card.inner("")}`;
  },
  signup: "removed",
  email: "removed",
  "email-cta": "removed",
};

/** Class of a card, such as "kg-bookmark-card". */
const CARD_CLASS = /^kg-([a-z-]{1,40})-card$/;

/**
 * Replaces the cards of a Ghost post with simple HTML, and removes sign-up forms and parts that only mails show. Leaves
 * everything else unchanged.
 *
 * @param remarks gets a remark for each card that is removed or has no content
 */
export function simplifyCards(html: string, remarks: Remark[]): string {
  if (!html.includes("kg-")) return html;
  const document = parseDocument(html, { withStartIndices: true, withEndIndices: true });
  let out = "";
  let from = 0;
  for (const element of walkElements(document.children)) {
    const [name] = (element.attribs.class ?? "").split(/\s/).flatMap((word) => CARD_CLASS.exec(word)?.[1] ?? []);
    const convert = name !== undefined && Object.hasOwn(CARDS, name) ? CARDS[name] : undefined;
    const { startIndex, endIndex } = element;
    if (name !== undefined && !convert && element.children.length === 0)
      remarks.push({ kind: "card", text: `had a card "${name}", which was removed` });
    if (!convert || startIndex === null || endIndex === null || startIndex < from) continue;
    out += html.slice(from, startIndex);
    from = endIndex + 1;
    if (convert === "removed") remarks.push({ kind: "card", text: `had a card "${name}", which was removed` });
    else {
      const converted = convert(readCard(element, html));
      if (converted === "") remarks.push({ kind: "card", text: `had an empty card "${name}", which was removed` });
      out += converted;
    }
  }
  return out + html.slice(from);
}

function readCard(element: HtmlElement, html: string): Card {
  const inside = [...walkElements(element.children)];
  const find = (name: string) =>
    inside.find((part) => part.name === name || (part.attribs.class ?? "").split(/\s+/).includes(name));
  return {
    element,
    find,
    all: (name) => inside.filter((part) => part.name === name),
    text: (name) => {
      const part = find(name);
      return part ? getText(part.children).replace(/\s+/g, " ").trim() : "";
    },
    inner: (name) => {
      const children = (name === "" ? element : find(name))?.children ?? [];
      return html.slice(children[0]?.startIndex ?? 0, (children.at(-1)?.endIndex ?? -1) + 1).trim();
    },
  };
}

function toLink(href: string | undefined, text: string): string {
  return href ? `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>` : escapeHtml(text);
}

/** Returns a paragraph that contains only a link to a recording. Stories show such a paragraph as a player. */
function toPlayer(card: Card, name: "audio" | "video", title: string): string {
  const src = card.find(name)?.attribs.src ?? card.find("source")?.attribs.src;
  return src ? `<p>${toLink(src, title || (src.split("/").at(-1) ?? ""))}</p>` : toStrong(title);
}

/** Converts a button to a paragraph with a link. Removes buttons that open Ghost's own forms, which this site lacks. */
function toButton(card: Card, className: string): string {
  const href = card.find(className)?.attribs.href ?? "";
  const text = card.text(className);
  return href.includes("#/portal") || text === "" ? "" : `<p>${toLink(href, text)}</p>`;
}

function toImages(card: Card, ...sources: (string | undefined)[]): string {
  const added = sources.filter(Boolean).map((src) => `<figure><img src="${escapeHtml(src ?? "")}" alt=""></figure>`);
  return card
    .all("img")
    .filter(({ attribs }) => attribs.src)
    .map(({ attribs: { src = "", alt = "", title = "" } }) => {
      const caption = title && `<figcaption>${escapeHtml(title)}</figcaption>`;
      return `<figure><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">${caption}</figure>`;
    })
    .concat(added)
    .join("");
}

function toCaption(card: Card): string {
  return toParagraph(card.inner("figcaption"));
}

function toStrong(text: string): string {
  return text && `<p><strong>${escapeHtml(text)}</strong></p>`;
}

function toParagraphs(html: string): string {
  return /<(?:p|ul|ol|h[1-6]|blockquote|div)\b/i.test(html) ? html : toParagraph(html);
}

function toParagraph(html: string): string {
  return html && `<p>${html}</p>`;
}
