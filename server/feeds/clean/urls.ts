/** Hosts of nothing but counters. A picture of theirs shows nothing, whatever size it says. */
const COUNTER_HOSTS =
  /(^|\.)(feedburner\.com|feedproxy\.google\.com|feedsportal\.com|doubleclick\.net|stats\.wordpress\.com|(stats|pixel)\.wp\.com|scorecardresearch\.com|quantserve\.com|google-analytics\.com|imrworldwide\.com)$/;
/** Hosts that are named for counting, and with which some papers serve photographs. */
const COUNTER_NAMES = /^(pixel|counter|beacon)\./;
/** Addresses of counters on hosts that have other things too. */
const COUNTER_PATHS = /^\/~(r|ff|a|f|4)\/|^\/~\/i\/|\/[\w-]*rss-pixel\.|^\/\w+\/~[\w4]\//;

/** An address that was escaped once too often: in what a parser gives, "&amp;" is no part of any. */
export function wholeAddress(address: string): string {
  return address.trim().replace(/&(?:(?:amp|#0{0,4}38|#x26);)+/gi, "&");
}

/**
 * @param base the address against which relative ones are resolved
 * @returns an absolute http(s) or mailto address; null where it is none, as an empty one is
 */
export function absoluteAddress(address: string | undefined, base: string | null): string | null {
  const whole = wholeAddress(address ?? "");
  const url = whole ? URL.parse(whole, base ?? undefined) : null;
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}

/** Whether a picture's address is a counter's. */
export function isCounter({ hostname, pathname }: URL, isLarge: boolean): boolean {
  if (COUNTER_HOSTS.test(hostname)) return true;
  if (/(^|\.)facebook\.com$/.test(hostname) && /^\/tr\/?$/.test(pathname)) return true;
  return COUNTER_PATHS.test(pathname) || (COUNTER_NAMES.test(hostname) && !isLarge);
}
