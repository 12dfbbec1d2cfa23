/** Complete class names of share buttons. Longer names that begin like these mean something else. */
const SHARE_CLASSES =
  /^(sharedaddy|sd-sharing[\w-]*|sd-like[\w-]*|jetpack-likes-widget[\w-]*|addtoany[\w-]*|a2a_\w+|feedflare|sociable|addthis[\w-]*|at-(above|below)-post[\w-]*|(sharethis|st)-inline-share-buttons|sharebuttons|(share|sharing|social|social-share|social-sharing|social-media|post-share|entry-share)[-_](buttons?|bar|icons?|links?|row|list|tools?)|social[-_](share|sharing)|social[-_]media[-_](share|sharing)|(post|entry|article)[-_](share|sharing)|shareaholic-canvas|heateor_sss_sharing_container|heateorsssharingcontainer|ssba[\w-]*|mashsb-container|essb_links|swp_social_panel|simplesocialbuttons|wp-block-social-links|jp-relatedposts)$/;
/** Class names of share buttons, but of other elements, too. Only elements with a short text are buttons. */
const AMBIGUOUS_CLASSES = /^(share|sharing|social|socials|shares)$/;
/** In characters. */
const MAX_BUTTONS_TEXT = 200;

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

/** A label such as "Share this:", in the languages of the feeds we know. */
const LABEL =
  /^(?:(?:share|tweet|email|print|like|this|it|on|via|with|by|to|and|or|the|your|friends|story|article|post|page|now|facebook|twitter|teilen|partager|sur|cet|compartir|en|condividi|su|delen)|[\s\u200b:|•·,;/&–—-])*$/i;
/** In characters. */
const MAX_LABEL = 60;

/** Tells by its classes whether an element is a group of share buttons. */
export function hasShareClass(classes: string | undefined): boolean {
  return getClasses(classes).some((name) => SHARE_CLASSES.test(name));
}

/** Tells by its classes and text whether an element may be a group of share buttons. */
export function hasAmbiguousShareClass(classes: string | undefined, text: string): boolean {
  return text.length < MAX_BUTTONS_TEXT && getClasses(classes).some((name) => AMBIGUOUS_CLASSES.test(name));
}

function getClasses(classes = ""): string[] {
  return classes.toLowerCase().split(/\s+/);
}

/** Tells whether a link shares the page on which it is. */
export function isShareLink(address: string): boolean {
  if (/^(whatsapp:|fb-messenger:|mailto:\?)/i.test(address)) return true;
  const [, rest] = /^https?:\/\/(.*)$/is.exec(address) ?? [];
  if (rest === undefined) return false;
  // Jetpack's share buttons link to the story itself, which redirects.
  if (/[?&]share=[a-z-]+&(?:amp;)?nb=1\b/i.test(rest)) return true;
  const lower = rest.slice(0, 300).toLowerCase();
  return SHARE_LINKS.some((pattern) => pattern.test(lower));
}

/** Returns true for an empty text, too. */
export function isShareLabel(text: string): boolean {
  return text.length <= MAX_LABEL && LABEL.test(text.trim());
}
