import type { Edition } from "../editions/load.ts";
import type { NewsletterConfig } from "../editions/newsletter.ts";

export type BriefedEdition = Edition & { newsletter: NewsletterConfig };

export function hasBriefing(edition: Edition): edition is BriefedEdition {
  return edition.newsletter !== undefined;
}

/** Returns the slugs of the sections that a subscriber can choose: all but the events section, which has no stories. */
export function getChoosableSections({ sections, embeds }: Edition): string[] {
  return sections.map(({ slug }) => slug).filter((slug) => slug !== embeds.events.section);
}

/**
 * Returns the base URL of the links in an edition's mails, without a trailing slash. Uses the host of the request only
 * if the edition lists it; otherwise, anyone could make us mail links to another site.
 *
 * @param siteUrl SITE_URL: the URL of the default edition. Other editions use its protocol and port with their own
 * host.
 */
export function getMailSiteUrl(edition: Edition, siteUrl: string | undefined, requestUrl?: URL): string {
  const { hosts, default: isDefault } = edition;
  const host = hosts.find((name) => name !== "localhost") ?? hosts[0];
  if (siteUrl) {
    const { protocol, hostname, port } = new URL(siteUrl);
    return isDefault || hosts.includes(hostname) ? siteUrl : `${protocol}//${host}${port && `:${port}`}`;
  }
  return requestUrl && hosts.includes(requestUrl.hostname) ? requestUrl.origin : `https://${host}`;
}
