import sanitizeHtml from "sanitize-html";
import { soundText } from "../../html/text.ts";
import { withoutTail, withoutTails } from "./boilerplate.ts";
import { embedOf } from "./embeds.ts";
import { isShareLabel, isShareLink, isShareRow, isShortShareRow } from "./shareButtons.ts";
import { isPictureAddress, lazyAddress, lazySet, widestOf } from "./srcset.ts";
import { dropTracking } from "./trackingParameters.ts";
import { isPixel, isTiny } from "./trackingPixels.ts";
import { FROM_NOSCRIPT, withoutHollow } from "./unclosedElements.ts";
import { absoluteAddress, isCounter } from "./urls.ts";

/** Characters that show nothing, besides those that regular expressions count as space: of no width, or a soft hyphen. */
const NOTHING_INSIDE =
  /<(p|div|span|figure|li|ul|ol|h[2-6]|blockquote|strong|em|b|i|a)>(?:\s|&nbsp;|\u200b|\u200c|\u200d|\u2060|\u00ad|<br ?\/?>)*<\/\1>/g;
/** Elements that are not shown as such, but are dropped whole where they are rows of buttons. */
const SECTIONS = ["section", "aside", "nav", "footer", "header", "button"];
/** A label stands before its buttons as often as around them. */
const LINE = /<(p|h[2-6]|strong|span|div)>([^<>]{1,60})<\/\1>/g;

/**
 * Cleans the markup of a feed so that it can stand in our pages: what is on the list stays, whatever else goes. Addresses
 * become absolute and lose what tracks readers; tracking pixels, rows of share buttons and the tails that content systems
 * add are dropped.
 *
 * @param base the address against which relative ones are resolved; null where there is none
 * @returns HTML without script, style, form, frame or event handler
 */
export function cleanHtml(html: string, base: string | null): string {
  if (!html.includes("<") && !html.includes("&")) return withoutTail(soundText(html).trim());
  const pictures = new Pictures(base);
  const rows = new Rows();
  const cleaned = sanitizeHtml(withoutHollow(html), {
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
    onOpenTag: (name, attributes) => {
      pictures.enter(name);
      rows.enter(name, attributes);
    },
    onCloseTag: (name) => pictures.leave(name),
    transformTags: {
      h1: "h2",
      a: (_tag, attributes) => ({ tagName: "a", attribs: anchor(attributes, base) }),
      img: (_tag, attributes) => ({ tagName: "img", attribs: pictures.image(attributes) }),
      iframe: (_tag, attributes) => frame(attributes, base),
      embed: (_tag, attributes) => frame(attributes, base),
      audio: (_tag, attributes) => ({ tagName: "audio", attribs: player(attributes, base) }),
      video: (_tag, attributes) => ({ tagName: "video", attribs: player(attributes, base) }),
      source: (_tag, attributes) => ({ tagName: "source", attribs: pictures.source(attributes) }),
      "*": (tagName, attribs) => ({ tagName: rows.mark(tagName, attribs), attribs }),
    },
    exclusiveFilter: (element) => rows.isDropped(element),
  });
  const told = withoutTails(rows.hasDropped ? cleaned.replace(LINE, withoutLabel) : cleaned);
  return soundText(dropEmpty(told === cleaned ? told : withoutLastBreaks(told))).trim();
}

type Attributes = Record<string, string>;

/** What leaves the site says so to search engines, and does not hand the page to what it opens. */
function anchor(attributes: Attributes, base: string | null): Attributes {
  const { href, title } = withAddress(attributes, "href", base);
  return { ...(href && { href: dropTracking(href), rel: "noopener nofollow" }), ...(title && { title }) };
}

/** Chooses the addresses of a text's images, from where scripts and browsers would find them. */
class Pictures {
  readonly #base: string | null;
  /** The largest that the sources of the `picture` hold that is open; null where they hold none, or none is open. */
  #ofSources: string | null = null;
  #isInPicture = false;
  /** The image before: what it shows, and whether a script was to load it. */
  #last: { src: string | undefined; isLazy: boolean } | null = null;

  constructor(base: string | null) {
    this.#base = base;
  }

  enter(name: string): void {
    if (name !== "picture") return;
    this.#ofSources = null;
    this.#isInPicture = true;
  }

  leave(name: string): void {
    if (name !== "picture") return;
    this.#ofSources = null;
    this.#isInPicture = false;
  }

  source(attributes: Attributes): Attributes {
    if (!this.#isInPicture) return withAddress(attributes, "src", this.#base);
    this.#ofSources ??= lazySet(attributes)?.url ?? widestOf(attributes.srcset)?.url ?? null;
    return {};
  }

  image(attributes: Attributes): Attributes {
    const { src: own, srcset, width, height, ...rest } = attributes;
    const lazy = lazyAddress(attributes) ?? lazySet(attributes)?.url;
    const isPicture = isPictureAddress(own);
    const chosen = lazy ?? (isPicture ? own : (widestOf(srcset)?.url ?? this.#ofSources ?? own));
    const src = absoluteAddress(chosen, this.#base);
    // Beside another address, the size of a pixel is the placeholder's.
    const isPlaceholders = own !== undefined && own !== chosen && !isPicture && isTiny(width) && isTiny(height);
    const last = this.#last;
    this.#last = { src: src ?? undefined, isLazy: chosen !== own };
    const isRepeated = FROM_NOSCRIPT in attributes && last !== null && (last.isLazy || last.src === src);
    if (!src || isRepeated || isPixel({ ...attributes, ...(isPlaceholders && { width: "", height: "" }) })) return {};
    const url = URL.parse(src);
    if (!url || isCounter(url, Number.parseInt(width ?? "", 10) >= 200)) return {};
    const { src: _own, ...whole } = isPlaceholders ? { ...rest, src: "" } : attributes;
    return { ...whole, src, alt: attributes.alt ?? "", loading: "lazy" };
  }
}

/** Finds rows of share buttons, and what else of a text is not shown. */
class Rows {
  /** Whether anything that shares has been dropped. */
  hasDropped = false;
  #isRow = false;
  readonly #rows = new WeakSet<Attributes>();
  /** Where the images and players that stay begin in the text that is written. */
  readonly #media: number[] = [];
  /** Where the last thing began that was dropped because it shares. */
  #dropped = -1;

  enter(name: string, { class: classes, href }: Attributes): void {
    this.#isRow = isShareRow(classes) || (name === "a" && href !== undefined && isShareLink(href.trim()));
  }

  /** Remembers an element by its attributes, of which the class is gone when it is closed. */
  mark(name: string, attributes: Attributes): string {
    if (!this.#isRow) return name;
    this.#rows.add(attributes);
    return SECTIONS.includes(name) ? "div" : name;
  }

  isDropped({ tag, attribs, text, tagPosition }: sanitizeHtml.IFrame): boolean {
    const isRow =
      this.#rows.has(attribs) ||
      (/^(div|p|ul|span)$/.test(tag) && isShortShareRow(attribs.class, text)) ||
      // An element holds what has been written, or dropped, since it began.
      (this.#dropped > tagPosition && !this.#holdsMedia(tagPosition) && tag !== "td" && isShareLabel(text));
    const isNothing =
      (/^(img|source)$/.test(tag) && !attribs.src) || (tag === "a" && !text.trim() && !this.#holdsMedia(tagPosition));
    if (!isRow && !isNothing) {
      if (/^(img|audio|video)$/.test(tag) || (/^(iframe|embed)$/.test(tag) && attribs.href))
        this.#media.push(tagPosition);
      return false;
    }
    while ((this.#media.at(-1) ?? -1) >= tagPosition) this.#media.pop();
    if (isRow) {
      this.hasDropped = true;
      this.#dropped = tagPosition;
    } else this.#dropped = Math.min(this.#dropped, tagPosition);
    return true;
  }

  #holdsMedia(position: number): boolean {
    return (this.#media.at(-1) ?? -1) > position;
  }
}

function withoutLabel(line: string, _tag: string, text: string): string {
  return /[a-z]/i.test(text) &&
    /share|tweet|teilen|partager|compartir|condividi|delen/i.test(text) &&
    isShareLabel(text)
    ? ""
    : line;
}

function player(attributes: Attributes, base: string | null): Attributes {
  return {
    ...withAddress(attributes, "src", base),
    controls: "controls",
    preload: "none",
  };
}

function frame(attributes: Attributes, base: string | null): sanitizeHtml.Tag {
  const embed = embedOf(attributes, base);
  if (!embed) return { tagName: "span", attribs: {} };
  const { url, text, isPlayer } = embed;
  return {
    tagName: "a",
    attribs: { href: url, rel: "noopener nofollow", ...(isPlayer && { "data-embed": "player" }) },
    text,
  };
}

/** The attributes with one address made absolute, or left out where it is none. */
function withAddress(attributes: Attributes, name: string, base: string | null): Attributes {
  const { [name]: address, ...rest } = attributes;
  const url = absoluteAddress(address, base);
  return url ? { ...rest, [name]: url } : rest;
}

function withoutLastBreaks(html: string): string {
  let rest = html.trimEnd();
  while (rest.endsWith("<br />")) rest = rest.slice(0, -"<br />".length).trimEnd();
  return rest;
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
