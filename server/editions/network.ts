import type { Edition } from "./load.ts";

/** An edition of the network, as readers of any edition see it. */
export interface NetworkEdition extends Pick<Edition, "id" | "name" | "tagline" | "place"> {
  href: string;
  isCurrent: boolean;
}

/** Lists all editions by name. The addresses of the others have the protocol and port of the requested `siteUrl`. */
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

/** Returns the hostname under which readers reach an edition: its first one other than localhost. */
export function getPublicHost({ hosts }: Pick<Edition, "hosts">): string | undefined {
  return hosts.find((name) => name !== "localhost") ?? hosts[0];
}
