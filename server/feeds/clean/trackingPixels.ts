import type { Attributes } from "./urls.ts";

/** Maximum width or height of an invisible image, in pixels. */
const MAX_PIXEL_SIZE = 3;

/** Hosts that serve only tracking pixels. */
const TRACKING_HOSTS =
  /(^|\.)(feedburner\.com|feedproxy\.google\.com|feedsportal\.com|doubleclick\.net|stats\.wordpress\.com|(stats|pixel)\.wp\.com|scorecardresearch\.com|quantserve\.com|google-analytics\.com|imrworldwide\.com)$/;
/** Subdomains of trackers. Some newspapers serve real images from such subdomains, too. */
const TRACKING_SUBDOMAINS = /^(pixel|counter|beacon)\./;
/** Paths of trackers on hosts that also serve other files. */
const TRACKING_PATHS = /^\/~(r|ff|a|f|4)\/|^\/~\/i\/|\/[\w-]*rss-pixel\.|^\/\w+\/~[\w4]\//;

/** @param isWide true if the image's width is 200 pixels or more */
export function isTrackingUrl({ hostname, pathname }: URL, isWide: boolean): boolean {
  if (TRACKING_HOSTS.test(hostname)) return true;
  if (/(^|\.)facebook\.com$/.test(hostname) && /^\/tr\/?$/.test(pathname)) return true;
  return TRACKING_PATHS.test(pathname) || (TRACKING_SUBDOMAINS.test(hostname) && !isWide);
}

/** Returns true if an `img` is invisible by its size or style. */
export function isTrackingPixel(attributes: Attributes): boolean {
  const { width, height } = attributes;
  // A height of 0 beside a real width is an author's mistake, not a tracking pixel.
  const [side, otherSide] = isTiny(width) ? [width, height] : [height, width];
  return (isTiny(side) && (!otherSide?.trim() || isTiny(otherSide))) || isHidden(attributes);
}

export function isHidden({ style }: Attributes): boolean {
  const rules = (style ?? "").toLowerCase().replace(/\s+/g, "").split(";");
  const hasTiny = (name: string) =>
    rules.some((rule) => rule.startsWith(`${name}:`) && isTiny(rule.slice(name.length + 1).replace("!important", "")));
  return (
    rules.some((rule) => /^(display:none|visibility:hidden)(!important)?$/.test(rule)) ||
    (hasTiny("width") && hasTiny("height"))
  );
}

export function isTiny(size: string | undefined): boolean {
  const [, digits] = /^(\d+(?:\.\d*)?)\s*(?:px)?$/i.exec(size?.trim() ?? "") ?? [];
  return digits !== undefined && Number(digits) <= MAX_PIXEL_SIZE;
}
