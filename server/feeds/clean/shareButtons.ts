/** Classes of what content systems put under a story so that it is shared, whole: others only begin like them. */
const SHARE_CLASSES =
  /^(sharedaddy|sd-sharing[\w-]*|sd-like[\w-]*|jetpack-likes-widget[\w-]*|addtoany[\w-]*|a2a_\w+|feedflare|sociable|addthis[\w-]*|at-(above|below)-post[\w-]*|(sharethis|st)-inline-share-buttons|sharebuttons|(share|sharing|social|social-share|social-sharing|social-media|post-share|entry-share)[-_](buttons?|bar|icons?|links?|row|list|tools?)|social[-_](share|sharing)|social[-_]media[-_](share|sharing)|(post|entry|article)[-_](share|sharing)|shareaholic-canvas|heateor_sss_sharing_container|heateorsssharingcontainer|ssba[\w-]*|mashsb-container|essb_links|swp_social_panel|simplesocialbuttons|wp-block-social-links|jp-relatedposts)$/;
/** Words that name such rows, and other things as well: those that are short. */
const SHORT_SHARE_CLASSES = /^(share|sharing|social|socials|shares)$/;
/** Characters. */
const SHORT = 200;

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

/** What stands before buttons that are gone. */
const LABEL =
  /^(?:(?:share|tweet|email|print|like|this|it|on|via|with|by|to|and|or|the|your|friends|story|article|post|page|now|facebook|twitter|teilen|partager|sur|cet|compartir|en|condividi|su|delen)|[\s\u200b:|•·,;/&–—-])*$/i;
const LONGEST_LABEL = 60;

/** Whether an element is a row of share buttons by its classes. */
export function isShareRow(classes: string | undefined): boolean {
  return (classes ?? "")
    .toLowerCase()
    .split(/\s+/)
    .some((name) => SHARE_CLASSES.test(name));
}

/** Whether an element is one by a class that other things have too. */
export function isShortShareRow(classes: string | undefined, text: string): boolean {
  return (
    text.length < SHORT &&
    (classes ?? "")
      .toLowerCase()
      .split(/\s+/)
      .some((name) => SHORT_SHARE_CLASSES.test(name))
  );
}

/** Whether a link shares the page that it stands on, and leads to no other. */
export function isShareLink(address: string): boolean {
  if (/^(whatsapp:|fb-messenger:|mailto:\?)/i.test(address)) return true;
  const [, rest] = /^https?:\/\/(.*)$/is.exec(address) ?? [];
  if (rest === undefined) return false;
  // Jetpack's own buttons lead back to the story, which sends on from there.
  if (/[?&]share=[a-z-]+&(?:amp;)?nb=1\b/i.test(rest)) return true;
  const lower = rest.slice(0, 300).toLowerCase();
  return SHARE_LINKS.some((pattern) => pattern.test(lower));
}

/** Whether text is nothing, or only what said that buttons follow. */
export function isShareLabel(text: string): boolean {
  return text.length <= LONGEST_LABEL && LABEL.test(text.trim());
}
