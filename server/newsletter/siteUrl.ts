import type { Edition } from "../editions/load.ts";

/**
 * Returns the base of the links in an edition's mails, without a trailing slash. The host of a request counts only if the
 * edition lists it: otherwise a stranger could have us mail links to a foreign site.
 *
 * @param siteUrl SITE_URL: the URL of the default edition. Other editions use its protocol and port with their own host.
 * @param requestUrl URL of the request that causes the mail, if one does
 */
export function mailSiteUrl(
  { hosts, default: isDefault }: Pick<Edition, "hosts" | "default">,
  siteUrl: string | undefined,
  requestUrl?: URL,
): string {
  const host = hosts.find((name) => name !== "localhost") ?? hosts[0];
  if (siteUrl) {
    const { protocol, hostname, port } = new URL(siteUrl);
    return isDefault || hosts.includes(hostname) ? siteUrl : `${protocol}//${host}${port && `:${port}`}`;
  }
  if (requestUrl && hosts.includes(requestUrl.hostname)) return requestUrl.origin;
  return `https://${host}`;
}
