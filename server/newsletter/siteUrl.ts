import type { Edition } from "../editions/load.ts";

/**
 * Where the links of an edition's mails lead, without a slash at the end. A request's own host name is believed only where
 * the edition lists it: else a stranger could have us send somebody a link to a site that is not ours.
 *
 * @param siteUrl SITE_URL, where the operator set it: the address of the default edition, whose siblings are reached in the
 * same way under their own host names
 * @param asked the address of the request that asks for the mail, if one does
 */
export function mailSiteUrl(
  { hosts, default: isDefault }: Pick<Edition, "hosts" | "default">,
  siteUrl: string | undefined,
  asked?: URL,
): string {
  const host = hosts.find((name) => name !== "localhost") ?? hosts[0];
  if (siteUrl) {
    const { protocol, hostname, port } = new URL(siteUrl);
    return isDefault || hosts.includes(hostname) ? siteUrl : `${protocol}//${host}${port && `:${port}`}`;
  }
  if (asked && hosts.includes(asked.hostname)) return asked.origin;
  return `https://${host}`;
}
