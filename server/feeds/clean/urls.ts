/** Trims a URL and undoes HTML escaping that a feed applied once too often: "&amp;" is part of no real URL. */
export function unescapeUrl(address: string): string {
  return address.trim().replace(/&(?:(?:amp|#0{0,4}38|#x26);)+/gi, "&");
}

/** Returns an absolute http(s) or mailto URL; null if the address is empty or another kind of URL. */
export function toAbsoluteUrl(address: string | undefined, base: string | null): string | null {
  const unescaped = unescapeUrl(address ?? "");
  const url = unescaped ? URL.parse(unescaped, base ?? undefined) : null;
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}
