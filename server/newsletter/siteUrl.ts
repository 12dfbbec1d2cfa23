import type { Edition } from "../editions/load.ts";

/**
 * Where the links of an edition's mails lead: no request says it, as it does for pages.
 *
 * @param siteUrl SITE_URL; without it, the first host name by which the world knows the edition
 */
export function siteUrlOf({ hosts, default: isDefault }: Edition, siteUrl: string | undefined): string {
  const host = hosts.find((name) => name !== "localhost") ?? hosts[0];
  if (siteUrl === undefined) return `https://${host}`;
  const { protocol, hostname, port } = new URL(siteUrl);
  return isDefault || hosts.includes(hostname) ? siteUrl : `${protocol}//${host}${port && `:${port}`}`;
}
