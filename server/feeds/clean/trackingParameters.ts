/** Parameters that tell where a reader came from and nothing of the page. */
const TRACKING =
  /^(utm_.*|fbclid|gclid|gclsrc|dclid|wbraid|gbraid|gad_(source|campaignid)|srsltid|msclkid|yclid|twclid|igshid|igsh|mc_[ce]id|_hsenc|_hsmi|hsctatracking|mkt_tok|mtm_.*|pk_.*|piwik_.*|_ga|_gl|_openstat|fb_(action_ids|action_types|source|ref)|ns_(campaign|mchannel|source|linkname|fee)|at_(medium|campaign|custom\d)|cmpid|oly_(anon|enc)_id|vero_id|wickedid|spm)$/i;
/** A fragment is a place on the page; only what can be no place is taken from it. */
const TRACKING_IN_FRAGMENT = /^utm_/i;

/** An address without the parameters that track readers. The rest stays as it is written, for servers that read it so. */
export function dropTracking(address: string): string {
  const [, page = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(address) ?? [];
  return page + withoutParameters(query, TRACKING) + withoutParameters(fragment, TRACKING_IN_FRAGMENT);
}

/** @param part with the "?" or "#" that it begins with */
function withoutParameters(part: string, names: RegExp): string {
  const parameters = part.slice(1).split("&");
  const kept = parameters.filter((parameter) => !names.test(nameOf(parameter)));
  if (kept.length === parameters.length) return part;
  return kept.length > 0 ? part.slice(0, 1) + kept.join("&") : "";
}

function nameOf(parameter: string): string {
  // An "&" that was escaped once more leaves its name's end before the parameter's.
  const name = (parameter.split("=", 1)[0] ?? "").replace(/^(amp;|#0*38;|\?)/i, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
