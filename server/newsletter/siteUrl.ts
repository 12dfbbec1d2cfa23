import type { Edition } from "../editions/load.ts";

/**
 * Where the links of an edition's mails lead, without a slash at the end. A request's own host name is believed only where
 * the edition lists it: else a stranger could have us send somebody a link to a site that is not ours.
 *
 * @param siteUrl SITE_URL, where the operator set it
 * @param asked the address of the request that asks for the mail, if one does
 */
export function mailSiteUrl({ hosts }: Pick<Edition, "hosts">, siteUrl: string | undefined, asked?: URL): string {
  if (siteUrl) return siteUrl;
  if (asked && hosts.includes(asked.hostname)) return asked.origin;
  return `https://${hosts.find((host) => host !== "localhost") ?? hosts[0]}`;
}
