/** Parameters that tell where a reader came from and nothing of the page. */
const TRACKING =
  /^(utm_.*|fbclid|gclid|gclsrc|dclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hsenc|_hsmi|mkt_tok|ns_(campaign|mchannel|source|linkname|fee)|at_(medium|campaign|custom\d)|cmpid|oly_(anon|enc)_id|vero_id|wickedid|spm)$/i;

/** An address without the parameters that track readers. */
export function dropTracking(address: string): string {
  const url = URL.parse(address);
  if (!url?.search) return address;
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  if (tracking.length === 0) return address;
  for (const name of tracking) url.searchParams.delete(name);
  return url.href;
}
