import sanitizeHtml from "sanitize-html";
import { soundText } from "./text.ts";
import { dropTracking } from "./tracking.ts";

/** Players whose frames become a place to click; all other frames become links. */
const PLAYERS =
  /^https:\/\/(www\.)?(youtube(-nocookie)?\.com\/embed|player\.vimeo\.com\/video|w\.soundcloud\.com\/player|open\.spotify\.com\/embed|bandcamp\.com\/EmbeddedPlayer)\b/;

const NOTHING_INSIDE = /<(p|div|span|figure|li|ul|ol|h[2-6]|blockquote|strong|em|b|i|a)>(\s|&nbsp;|<br ?\/?>)*<\/\1>/g;
const APPEARED_FIRST =
  /<p>\s*(The post|The article|This (post|article)|L'article|El cargo|Der Beitrag)\b(?:(?!<\/?p>)[\s\S]){0,600}?(appeared first|first appeared|est apparu|apareció primero|erschien zuerst|was originally published)[\s\S]{0,300}?<\/p>/gi;
const SHARE_ROW = /share|social|sharedaddy|addtoany|feedflare|sociable|addthis/i;

/**
 * Cleans the markup of a feed so that it can stand in our pages: what is on the list stays, whatever else goes. Addresses
 * become absolute and lose what tracks readers; tracking pixels, rows of share buttons and the tails that content systems
 * add are dropped.
 *
 * @param base the address against which relative ones are resolved; null where there is none
 * @returns HTML without script, style, form, frame or event handler
 */
export function cleanHtml(html: string, base: string | null): string {
  if (!html.includes("<") && !html.includes("&")) return soundText(html).trim();
  const cleaned = sanitizeHtml(html, {
    allowedTags: [
      ...[
        "p",
        "br",
        "hr",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "blockquote",
        "q",
        "cite",
        "pre",
        "code",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
      ],
      ...[
        "a",
        "em",
        "strong",
        "b",
        "i",
        "u",
        "s",
        "del",
        "ins",
        "sub",
        "sup",
        "small",
        "mark",
        "abbr",
        "time",
        "span",
        "div",
      ],
      ...["img", "figure", "figcaption", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
      ...["audio", "video", "source"],
    ],
    allowedAttributes: {
      a: ["href", "title", "rel", "data-embed"],
      img: ["src", "alt", "title", "width", "height", "loading"],
      audio: ["src", "controls", "preload"],
      video: ["src", "controls", "preload", "width", "height"],
      source: ["src", "type"],
      time: ["datetime"],
      td: ["colspan", "rowspan"],
      th: ["colspan", "rowspan", "scope"],
      ol: ["start"],
    },
    allowedSchemes: ["http", "https", "mailto"],
    allowedSchemesByTag: {
      img: ["http", "https"],
      audio: ["http", "https"],
      video: ["http", "https"],
      source: ["http", "https"],
    },
    allowProtocolRelative: false,
    nonTextTags: [
      "script",
      "style",
      "textarea",
      "option",
      "noscript",
      "template",
      "title",
      "svg",
      "math",
      "xmp",
      "noembed",
      "noframes",
    ],
    nestingLimit: 60,
    transformTags: {
      h1: "h2",
      a: (_tag, attributes) => ({ tagName: "a", attribs: anchor(attributes, base) }),
      img: (_tag, attributes) => ({ tagName: "img", attribs: image(attributes, base) }),
      iframe: (_tag, attributes) => frame(attributes, base),
      audio: (_tag, attributes) => ({ tagName: "audio", attribs: player(attributes, base) }),
      video: (_tag, attributes) => ({ tagName: "video", attribs: player(attributes, base) }),
      source: (_tag, attributes) => ({ tagName: "source", attribs: withAddress(attributes, "src", base) }),
    },
    exclusiveFilter: ({ tag, attribs, text, mediaChildren }) =>
      (tag === "img" && (!attribs.src || isPixel(attribs))) ||
      (tag === "a" && !text.trim() && mediaChildren.length === 0) ||
      (/^(div|p|ul|span)$/.test(tag) && SHARE_ROW.test(attribs.class ?? "") && text.length < 200),
  });
  return soundText(dropEmpty(cleaned.replace(APPEARED_FIRST, ""))).trim();
}

type Attributes = Record<string, string>;

/** What leaves the site says so to search engines, and does not hand the page to what it opens. */
function anchor(attributes: Attributes, base: string | null): Attributes {
  const { href, title } = withAddress(attributes, "href", base);
  return { ...(href && { href: dropTracking(href), rel: "noopener nofollow" }), ...(title && { title }) };
}

function image(attributes: Attributes, base: string | null): Attributes {
  const lazy = attributes["data-src"] ?? attributes["data-lazy-src"] ?? attributes["data-original"];
  const isPlaceholder = !attributes.src || attributes.src.startsWith("data:");
  const { src, ...rest } = withAddress(isPlaceholder && lazy ? { ...attributes, src: lazy } : attributes, "src", base);
  return { ...rest, ...(src && { src }), alt: attributes.alt ?? "", loading: "lazy" };
}

function player(attributes: Attributes, base: string | null): Attributes {
  return {
    ...withAddress(attributes, "src", base),
    controls: "controls",
    preload: "none",
  };
}

function frame(attributes: Attributes, base: string | null): sanitizeHtml.Tag {
  const { src } = withAddress({ src: attributes.src ?? attributes["data-src"] ?? "" }, "src", base);
  if (!src) return { tagName: "span", attribs: {} };
  const isPlayer = PLAYERS.test(src);
  const text = attributes.title || (isPlayer ? `Play at ${new URL(src).hostname}` : new URL(src).hostname);
  return {
    tagName: "a",
    attribs: { href: src, rel: "noopener nofollow", ...(isPlayer && { "data-embed": "player" }) },
    text,
  };
}

/** The attributes with one address made absolute, or left out where it is none. */
function withAddress(attributes: Attributes, name: string, base: string | null): Attributes {
  const { [name]: address, ...rest } = attributes;
  const url = address === undefined ? null : URL.parse(address.trim(), base ?? undefined);
  return url && /^(https?|mailto):$/.test(url.protocol) ? { ...rest, [name]: url.href } : rest;
}

function isPixel({ width, height, src }: Attributes): boolean {
  const isTiny = (size: string | undefined) => size !== undefined && Number.parseInt(size, 10) <= 3;
  return (
    isTiny(width) ||
    isTiny(height) ||
    /feedburner\.com\/~r\/|\/pixel\.|doubleclick\.net|stats\.wordpress\.com|feedsportal/.test(src ?? "")
  );
}

function dropEmpty(html: string): string {
  let before = html;
  for (let round = 0; round < 5; round++) {
    const after = before.replace(NOTHING_INSIDE, "");
    if (after === before) break;
    before = after;
  }
  return before.replace(/(<br ?\/?>\s*){3,}/g, "<br /><br />");
}
