import type { Edition } from "./load.ts";

/** One of the network's editions, as readers of another are told of it. */
export interface NetworkEdition {
  id: string;
  name: string;
  tagline: string;
  place: string;
  href: string;
  isCurrent: boolean;
}

/**
 * The editions that this process publishes, in the order of their names.
 *
 * @param siteUrl where the reader is: other editions are reached in the same way, under their own host name
 */
export function networkOf(editions: readonly Edition[], current: Edition, siteUrl: string): NetworkEdition[] {
  const { protocol, port } = new URL(siteUrl);
  return editions
    .map(({ id, name, tagline, place, hosts }) => {
      const isCurrent = id === current.id;
      // An edition that is also served at home is known to the world by its other names.
      const host = hosts.find((name) => name !== "localhost") ?? hosts[0];
      return {
        id,
        name,
        tagline,
        place,
        isCurrent,
        href: isCurrent ? "/" : `${protocol}//${host}${port && `:${port}`}/`,
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}
