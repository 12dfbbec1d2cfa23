import type sanitizeHtml from "sanitize-html";
import type { Attributes } from "./urls.ts";

/** Matches whole class names of share buttons: longer names with the same beginning have other meanings. */
const SHARE_CLASSES =
  /^(sharedaddy|sd-sharing[\w-]*|sd-like[\w-]*|jetpack-likes-widget[\w-]*|addtoany[\w-]*|a2a_\w+|feedflare|sociable|addthis[\w-]*|at-(above|below)-post[\w-]*|(sharethis|st)-inline-share-buttons|sharebuttons|(share|sharing|social|social-share|social-sharing|social-media|post-share|entry-share)[-_](buttons?|bar|icons?|links?|row|list|tools?)|social[-_](share|sharing)|social[-_]media[-_](share|sharing)|(post|entry|article)[-_](share|sharing)|shareaholic-canvas|heateor_sss_sharing_container|heateorsssharingcontainer|ssba[\w-]*|mashsb-container|essb_links|swp_social_panel|simplesocialbuttons|wp-block-social-links|jp-relatedposts)$/;
/**
 * Matches class names that both share buttons and other elements have. An element with such a class is a share button
 * only if its text is short.
 */
const AMBIGUOUS_CLASSES = /^(share|sharing|social|socials|shares)$/;
/** Length, in characters, at and above which a text is too long for share buttons. */
const MAX_BUTTONS_LENGTH = 200;

const SHARE_LINKS: readonly RegExp[] = [
  /^([\w-]+\.)?facebook\.com\/(sharer|share\.php|dialog\/(share|feed|send))/,
  /^((www|mobile)\.)?(twitter|x)\.com\/(share\b|intent\/(?!user|follow))/,
  /^(www\.)?linkedin\.com\/(sharearticle|sharing\/share|cws\/share)/,
  /^([\w-]+\.)?pinterest\.[a-z.]+\/pin\/create/,
  /^([\w-]+\.)?reddit\.com\/submit\b/,
  /^wa\.me\/\?(.*&)?text=/,
  /^(api|web)\.whatsapp\.com\/send\/?\?(?!(.*&)?phone=)/,
  /^(t|telegram)\.me\/share\b/,
  /^(www\.)?tumblr\.com\/(share|widgets\/share)\b/,
  /^bsky\.app\/intent\b/,
  /^(www\.)?threads\.(net|com)\/intent\b/,
  /^(www\.)?getpocket\.com\/(save|edit)\b/,
  /^news\.ycombinator\.com\/submitlink\b/,
  /^(www\.)?addtoany\.com\/(share|add_to)\b/,
  /^(www\.)?addthis\.com\/bookmark\b/,
  /^(www\.)?vk\.com\/share\.php/,
  /^share\.flipboard\.com\//,
  /^feeds\.feedburner\.com\/~ff\//,
  /^feeds\.feedblitz\.com\/_\//,
];

/** Matches a label such as "Share this:", in the languages of the feeds we know. */
const LABEL =
  /^(?:(?:share|tweet|email|print|like|this|it|on|via|with|by|to|and|or|the|your|friends|story|article|post|page|now|facebook|twitter|teilen|partager|sur|cet|compartir|en|condividi|su|delen)|[\s\u200b:|•·,;/&–—-])*$/i;
/** Maximum length of a label in characters. */
const MAX_LABEL_LENGTH = 60;

/**
 * The sanitizer removes only the tags of these elements. If such an element is a share button, it is renamed to `div`,
 * so that its content is removed, too.
 */
const SECTIONS = ["section", "aside", "nav", "footer", "header", "button"];

/** Creates the filter for one text. It removes share buttons, images without a URL, and links without content. */
export function createElementFilter() {
  let isShareElement = false;
  let hasRemovedShareButtons = false;
  // Elements are identified by their attributes objects, since their `class` is already removed at the end tag.
  const shareElements = new WeakSet<Attributes>();
  /** Output positions of images and players that are not removed. */
  const media: number[] = [];
  /** Output position of the most recently removed share button; -1 for none. */
  let lastRemoved = -1;

  // At an end tag, all output after the element's start position is inside the element.
  const includesMedia = (position: number) => (media.at(-1) ?? -1) > position;

  function isShare({ tag, attribs, text, tagPosition }: sanitizeHtml.IFrame): boolean {
    return (
      shareElements.has(attribs) ||
      (/^(div|p|ul|span)$/.test(tag) && hasAmbiguousShareClass(attribs.class, text)) ||
      (lastRemoved > tagPosition && !includesMedia(tagPosition) && tag !== "td" && isShareLabel(text))
    );
  }

  return {
    /** Called before `mark` for each start tag, with its original attributes. */
    enter(name: string, { class: classes, href }: Attributes): void {
      isShareElement = hasShareClass(classes) || (name === "a" && href !== undefined && isShareLink(href.trim()));
    },
    /** Records share buttons. Returns the name under which the sanitizer processes the element. */
    mark(name: string, attributes: Attributes): string {
      if (!isShareElement) return name;
      shareElements.add(attributes);
      return SECTIONS.includes(name) ? "div" : name;
    },
    /** Returns true for an element to remove. Called for each end tag, inner elements first. */
    isRemoved(element: sanitizeHtml.IFrame): boolean {
      const { tag, attribs, text, tagPosition } = element;
      const isShareButton = isShare(element);
      const isEmpty =
        (/^(img|source)$/.test(tag) && !attribs.src) || (tag === "a" && !text.trim() && !includesMedia(tagPosition));
      if (!isShareButton && !isEmpty) {
        if (/^(img|audio|video)$/.test(tag) || (/^(iframe|embed)$/.test(tag) && attribs.href)) media.push(tagPosition);
        return false;
      }
      while ((media.at(-1) ?? -1) >= tagPosition) media.pop();
      hasRemovedShareButtons ||= isShareButton;
      lastRemoved = isShareButton ? tagPosition : Math.min(lastRemoved, tagPosition);
      return true;
    },
    hasRemovedShareButtons: () => hasRemovedShareButtons,
  };
}

function hasShareClass(classes: string | undefined): boolean {
  return getClasses(classes).some((name) => SHARE_CLASSES.test(name));
}

function hasAmbiguousShareClass(classes: string | undefined, text: string): boolean {
  return text.length < MAX_BUTTONS_LENGTH && getClasses(classes).some((name) => AMBIGUOUS_CLASSES.test(name));
}

function getClasses(classes = ""): string[] {
  return classes.toLowerCase().split(/\s+/);
}

/** Returns true for a link that shares a page, for example on Facebook. */
function isShareLink(address: string): boolean {
  if (/^(whatsapp:|fb-messenger:|mailto:\?)/i.test(address)) return true;
  const [, rest] = /^https?:\/\/(.*)$/is.exec(address) ?? [];
  if (rest === undefined) return false;
  // Jetpack's share buttons link to the story itself, which then redirects to the social network.
  if (/[?&]share=[a-z-]+&(?:amp;)?nb=1\b/i.test(rest)) return true;
  const lower = rest.slice(0, 300).toLowerCase();
  return SHARE_LINKS.some((pattern) => pattern.test(lower));
}

/** Returns true for a label such as "Share this:", and for an empty text. */
export function isShareLabel(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && LABEL.test(text.trim());
}
