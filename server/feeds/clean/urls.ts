import { decodePercent } from "../../../core/addresses.ts";

export type Attributes = Record<string, string>;

/** Trims a URL and undoes repeated HTML escaping: real URLs never contain "&amp;". */
export function unescapeUrl(address: string): string {
  return address.trim().replace(/&(?:(?:amp|#0{0,4}38|#x26);)+/gi, "&");
}

/** Returns an absolute http, https or mailto URL; null if the address is empty, invalid or has another scheme. */
export function toAbsoluteUrl(address: string | undefined, base: string | null): string | null {
  const unescaped = unescapeUrl(address ?? "");
  const url = unescaped ? URL.parse(unescaped, base ?? undefined) : null;
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}

/** Makes the URL in one attribute absolute. Removes the attribute if its URL is invalid. */
export function resolveAttribute(attributes: Attributes, name: string, base: string | null): Attributes {
  const { [name]: address, ...rest } = attributes;
  const url = toAbsoluteUrl(address, base);
  return url ? { ...rest, [name]: url } : rest;
}

/** Query parameters that identify campaigns or readers and do not affect the page. */
const TRACKING =
  /^(utm_.*|fbclid|gclid|gclsrc|dclid|wbraid|gbraid|gad_(source|campaignid)|srsltid|msclkid|yclid|twclid|igshid|igsh|mc_[ce]id|_hsenc|_hsmi|hsctatracking|mkt_tok|mtm_.*|pk_.*|piwik_.*|_ga|_gl|_openstat|fb_(action_ids|action_types|source|ref)|ns_(campaign|mchannel|source|linkname|fee)|at_(medium|campaign|custom\d)|cmpid|oly_(anon|enc)_id|vero_id|wickedid|spm)$/i;
/** Parameters that are removed from fragments, too. Other names in a fragment may be anchors on the page. */
const TRACKING_IN_FRAGMENT = /^utm_/i;

/** Removes tracking parameters. Leaves the rest of the URL unchanged, since some servers depend on its exact form. */
export function removeTrackingParameters(address: string): string {
  const [, page = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(address) ?? [];
  return page + removeParameters(query, TRACKING) + removeParameters(fragment, TRACKING_IN_FRAGMENT);
}

/** @param part query or fragment, with its leading "?" or "#" */
function removeParameters(part: string, names: RegExp): string {
  const parameters = part.slice(1).split("&");
  const remaining = parameters.filter((parameter) => !names.test(getName(parameter)));
  if (remaining.length === parameters.length) return part;
  return remaining.length > 0 ? part.slice(0, 1) + remaining.join("&") : "";
}

function getName(parameter: string): string {
  // A URL that was HTML-escaped twice has "amp;" before the name.
  const name = (parameter.split("=", 1)[0] ?? "").replace(/^(amp;|#0*38;|\?)/i, "");
  return decodePercent(name);
}
