import sanitizeHtml from "sanitize-html";
import { removeControls } from "../../../core/controls.ts";
import { escapeStrayDeclarations, getEmoji } from "../../html/text.ts";
import { removeHtmlBoilerplate, removeTextBoilerplate } from "./boilerplate.ts";
import { getEmbed } from "./embeds.ts";
import { createImageCleaner } from "./imageCleaner.ts";
import { createElementFilter, isShareLabel } from "./shareButtons.ts";
import { createTableLimits } from "./tableLimits.ts";
import { removeUnclosedElements } from "./unclosedElements.ts";
import { type Attributes, removeTrackingParameters, resolveAttribute } from "./urls.ts";

const ALLOWED_TAGS = [
  "p br hr h2 h3 h4 h5 h6 blockquote q cite pre code ul ol li dl dt dd",
  "a em strong b i u s del ins sub sup small mark abbr time span div",
  "img figure figcaption address table caption thead tbody tfoot tr th td audio video source",
].flatMap((names) => names.split(" "));
const ALLOWED_ATTRIBUTES = {
  a: ["href", "title", "rel", "data-embed"],
  img: ["src", "alt", "title", "width", "height", "loading"],
  audio: ["src", "controls", "preload"],
  video: ["src", "controls", "preload", "width", "height"],
  source: ["src", "type"],
  time: ["datetime"],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan", "scope"],
  ol: ["start"],
};
/** Elements that are removed with their content. Other elements that are not allowed lose only their tags. */
const REMOVED_WITH_CONTENT = "script style textarea option noscript template title svg math xmp noembed noframes".split(
  " ",
);

/** Matches elements that contain only white space, zero-width characters, soft hyphens and line breaks. */
const EMPTY_ELEMENT =
  /<(p|div|span|figure|figcaption|address|li|ul|ol|h[2-6]|blockquote|strong|em|b|i|a)>(?:\s|&nbsp;|\u200b|\u200c|\u200d|\u2060|\u00ad|<br ?\/?>)*<\/\1>/g;
/** Matches elements short enough to be the label of share buttons. */
const SHORT_ELEMENT = /<(p|h[2-6]|strong|span|div)>([^<>]{1,60})<\/\1>/g;

/**
 * Element names, each with class names of content management systems. An element with such a class gets the name.
 * Excerpts leave out captions (`figcaption`) and bylines (`address`).
 */
const RENAMED_ELEMENTS: readonly (readonly [string, RegExp])[] = [
  ["figure", /(?:^|\s)wp-caption(?:\s|$)/],
  [
    "figcaption",
    /(?:^|\s)(?:wp-caption-text|wp-caption-dd|gallery-caption|image-field-caption|image-caption|photo-caption|media-caption)(?:\s|$)/,
  ],
  ["address", /(?:^|\s)field-(?:-name|name)-field-by(?:line)?(?:\s|$)/],
];

function getNewName({ class: classes }: Attributes): string | null {
  if (!classes) return null;
  return RENAMED_ELEMENTS.find(([, names]) => names.test(classes))?.[0] ?? null;
}

/** Fast preliminary test: matches every text with an image of an emoji, and some texts without such an image. */
const EMOJI_HINT = /emoji|smil|\balt\s*=\s*["']?[^\0-\u02ff]/i;

/** Replaces images of emoji with their alternative texts. The result must go through the sanitizer. */
function replaceEmoji(html: string): string {
  if (!EMOJI_HINT.test(html)) return html;
  return html.replace(/<img\b[^<>]*>/gi, (image) => {
    const getValue = (name: RegExp) =>
      name
        .exec(image)
        ?.slice(1)
        .find((value) => value !== undefined);
    const alt = getValue(/\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i);
    const classes = getValue(/\sclass\s*=\s*(?:"([^"]*)"|'([^']*)')/i);
    return getEmoji({ ...(alt && { alt }), ...(classes && { class: classes }) }) ?? image;
  });
}

/** Sanitizes a feed's markup, makes URLs absolute, and removes tracking, share buttons and boilerplate. */
export function cleanHtml(html: string, base: string | null): string {
  if (!html.includes("<") && !html.includes("&")) return removeTextBoilerplate(removeControls(html).trim());
  const images = createImageCleaner(base);
  const filter = createElementFilter();
  const tables = createTableLimits();
  const cleaned = sanitizeHtml(removeUnclosedElements(replaceEmoji(escapeStrayDeclarations(html))), {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedSchemes: ["http", "https", "mailto"],
    allowedSchemesByTag: Object.fromEntries(["img", "audio", "video", "source"].map((tag) => [tag, ["http", "https"]])),
    allowProtocolRelative: false,
    nonTextTags: REMOVED_WITH_CONTENT,
    nestingLimit: 60,
    onOpenTag: (name, attributes) => {
      images.enter(name);
      filter.enter(name, attributes);
    },
    onCloseTag: images.close,
    transformTags: {
      h1: "h2",
      a: (tagName, attributes) => ({ tagName, attribs: cleanLink(attributes, base) }),
      img: (tagName, attributes) => ({ tagName, attribs: images.cleanImage(attributes) }),
      iframe: (_tagName, attributes) => toEmbedLink(attributes, base),
      embed: (_tagName, attributes) => toEmbedLink(attributes, base),
      audio: (tagName, attributes) => ({ tagName, attribs: cleanPlayer(attributes, base) }),
      video: (tagName, attributes) => ({ tagName, attribs: cleanPlayer(attributes, base) }),
      source: (tagName, attributes) => ({ tagName, attribs: images.cleanSource(attributes) }),
      tr: tables.startRow,
      td: tables.limitCell,
      th: tables.limitCell,
      // Renames the tag to a name that is not allowed, so that the tag is removed. In cleaned HTML, `address` marks
      // bylines.
      address: "contact",
      "*": (tagName, attribs) => ({ tagName: filter.mark(getNewName(attribs) ?? tagName, attribs), attribs }),
    },
    exclusiveFilter: filter.isRemoved,
  });
  const unlabeled = filter.hasRemovedShareButtons() ? cleaned.replace(SHORT_ELEMENT, removeShareLabel) : cleaned;
  const story = removeHtmlBoilerplate(unlabeled);
  return removeControls(removeEmptyElements(story === cleaned ? story : trimLastBreaks(story))).trim();
}

/**
 * Makes a link absolute and removes its tracking parameters. `rel` asks search engines to ignore the link, and hides
 * `window.opener` from the linked page.
 */
function cleanLink(attributes: Attributes, base: string | null): Attributes {
  const { href, title } = resolveAttribute(attributes, "href", base);
  return { ...(href && { href: removeTrackingParameters(href), rel: "noopener nofollow" }), ...(title && { title }) };
}

function cleanPlayer(attributes: Attributes, base: string | null): Attributes {
  return { ...resolveAttribute(attributes, "src", base), controls: "controls", preload: "none" };
}

function toEmbedLink(attributes: Attributes, base: string | null): sanitizeHtml.Tag {
  const embed = getEmbed(attributes, base);
  if (!embed) return { tagName: "span", attribs: {} };
  const { url, text, isPlayer } = embed;
  return {
    tagName: "a",
    attribs: { href: url, rel: "noopener nofollow", ...(isPlayer && { "data-embed": "player" }) },
    text,
  };
}

function removeShareLabel(element: string, _tag: string, text: string): string {
  const isLabel = /share|tweet|teilen|partager|compartir|condividi|delen/i.test(text) && isShareLabel(text);
  return isLabel ? "" : element;
}

function trimLastBreaks(html: string): string {
  let rest = html.trimEnd();
  while (rest.endsWith("<br />")) rest = rest.slice(0, -"<br />".length).trimEnd();
  return rest;
}

function removeEmptyElements(html: string): string {
  let rest = html;
  // Removing an element can leave its parent empty.
  for (let round = 0; round < 5; round++) rest = rest.replace(EMPTY_ELEMENT, "");
  return rest.replace(/(<br ?\/?>\s*){3,}/g, "<br /><br />");
}
