import type { Edition } from "./load.ts";

/** An edition of the network, as readers of any edition see it. */
export interface NetworkEdition {
  id: string;
  name: string;
  tagline: string;
  place: string;
  href: string;
  isCurrent: boolean;
}

/**
 * Lists the editions that this process publishes, by name.
 *
 * @param siteUrl address of the current request's site; the other editions have its protocol and port
 */
export function getNetwork(editions: readonly Edition[], current: Edition, siteUrl: string): NetworkEdition[] {
  const { protocol, port } = new URL(siteUrl);
  return editions
    .map((edition) => {
      const { id, name, tagline, place } = edition;
      const isCurrent = id === current.id;
      const href = isCurrent ? "/" : `${protocol}//${getPublicHost(edition)}${port && `:${port}`}/`;
      return { id, name, tagline, place, isCurrent, href };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns the hostname under which readers reach an edition: its first one other than localhost. */
export function getPublicHost({ hosts }: Pick<Edition, "hosts">): string | undefined {
  return hosts.find((name) => name !== "localhost") ?? hosts[0];
}
