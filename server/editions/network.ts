import type { Edition } from "./load.ts";

/** An edition in the network's list of editions. */
export interface NetworkEdition extends Pick<Edition, "id" | "name" | "tagline" | "place"> {
  href: string;
  isCurrent: boolean;
}

/** Lists all editions by name. URLs of other editions use the protocol and port of `siteUrl`. */
export function getNetwork(editions: readonly Edition[], current: Edition, siteUrl: string): NetworkEdition[] {
  const { protocol, port } = new URL(siteUrl);
  return editions
    .map(({ id, name, tagline, place, hosts }) => {
      const isCurrent = id === current.id;
      const href = isCurrent ? "/" : `${protocol}//${getPublicHost({ hosts })}${port && `:${port}`}/`;
      return { id, name, tagline, place, isCurrent, href };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns an edition's hostname for readers: the first other than localhost, or else the first; undefined for none. */
export function getPublicHost({ hosts }: Pick<Edition, "hosts">): string | undefined {
  return hosts.find((name) => name !== "localhost") ?? hosts[0];
}
