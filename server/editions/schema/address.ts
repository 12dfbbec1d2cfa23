import type { EditionConfig } from "./schema.ts";

type AddressedEdition = Pick<EditionConfig, "url" | "hosts" | "default">;

/** The address under which an edition is published. */
interface SiteAddress {
  /** Base of absolute URLs, without a slash at the end. Empty if the edition names no public host. */
  siteUrl: string;
  /**
   * False if the edition has no `url` and does not list the requested host. Anybody could have invented that host, so
   * responses are not cached, and pages do not state their own address.
   */
  hasAddress: boolean;
}

/** Host names of this machine (RFC 6761, 6.3). They lead to the default edition unless another edition lists them. */
export const LOOPBACK = /^(.+\.localhost|localhost|127\.0\.0\.1|\[::1\])$/;
/** Base of links in mails if the edition has no public host, for example in tests. */
const LOCAL_URL = "http://localhost";

/**
 * Returns an edition's address: its `url`, else the requested origin if the edition lists the origin's host, else the
 * edition's first public host.
 *
 * @param origin scheme and host of a request, as `Sites.getOrigin` returns it; undefined without a request
 */
export function getSiteAddress(edition: AddressedEdition, origin?: string): SiteAddress {
  if (edition.url !== undefined) return { siteUrl: edition.url, hasAddress: true };
  if (origin !== undefined && listsHost(edition, new URL(origin).hostname))
    return { siteUrl: origin, hasAddress: true };
  const host = edition.hosts.find((name) => !LOOPBACK.test(name));
  return { siteUrl: host === undefined ? "" : `https://${host}`, hasAddress: false };
}

/**
 * Returns the base of URLs in mails and notifications, without a slash at the end. Returns an address of this machine
 * only if the edition has no public address.
 *
 * @param origin see `getSiteAddress`
 */
export function getPublicUrl(edition: AddressedEdition, origin?: string): string {
  const isPublic = origin !== undefined && !LOOPBACK.test(new URL(origin).hostname);
  const { siteUrl } = getSiteAddress(edition, isPublic ? origin : undefined);
  return siteUrl || getSiteAddress(edition, origin).siteUrl || LOCAL_URL;
}

/** Returns an edition's address for its editors: its public address, or else an address on this machine with `port`. */
export function getEditorsUrl(edition: AddressedEdition, port: number): string {
  const local = edition.default ? undefined : edition.hosts.find((host) => host.endsWith("localhost"));
  return getPublicUrl(edition, `http://${local ?? "localhost"}:${port}`);
}

/**
 * Returns an edition's address for a desk on this machine: its `url`, or else the server's address on this machine. The
 * server's address works even before the site's public host does.
 */
export function getUrlHere(edition: AddressedEdition, port: number): string {
  const local = edition.default ? "localhost" : edition.hosts.find((host) => LOOPBACK.test(host));
  return edition.url === undefined && local !== undefined ? `http://${local}:${port}` : getEditorsUrl(edition, port);
}

/**
 * Returns an edition's address for links from another edition: its `url`, else its host with the protocol and port of
 * the linking edition's `siteUrl`.
 */
export function getSiblingUrl({ url, hosts }: AddressedEdition, siteUrl: string): string {
  if (url !== undefined) return url;
  const { protocol, port } = new URL(siteUrl || LOCAL_URL);
  const host = hosts.find((name) => !LOOPBACK.test(name)) ?? hosts[0] ?? "localhost";
  return `${protocol}//${host}${port && `:${port}`}`;
}

/** Replaces an edition's `url` with `siteUrl`, if given. Adds the host of the resulting `url` to `hosts`. */
export function withUrl<Addressed extends Pick<EditionConfig, "url" | "hosts">>(
  edition: Addressed,
  siteUrl?: string,
): Addressed {
  const url = siteUrl ?? edition.url;
  if (url === undefined) return edition;
  return { ...edition, url, hosts: [...new Set([...edition.hosts, new URL(url).hostname])] };
}

/** Returns a message for each edition that has no `url`, although links in mails or between editions need the URL. */
export function listMissingUrls(
  editions: readonly (AddressedEdition & Pick<EditionConfig, "newsletter"> & { id: string })[],
): { id: string; message: string }[] {
  return editions
    .filter(({ url, newsletter }) => url === undefined && (newsletter !== undefined || editions.length > 1))
    .map((edition) => {
      const variable = edition.default ? " or SITE_URL" : "";
      const guess = getPublicUrl(edition);
      const linking = edition.newsletter ? "mails" : "other editions";
      const message = `edition.yaml has no url; ${linking} link to ${guess}. Set url in it${variable} to the site's public address.`;
      return { id: edition.id, message };
    });
}

function listsHost({ hosts, default: isDefault }: AddressedEdition, hostname: string): boolean {
  return hosts.includes(hostname) || (isDefault && LOOPBACK.test(hostname));
}
