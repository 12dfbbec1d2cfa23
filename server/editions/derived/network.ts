import { illustrationPath } from "../../../core/addresses.ts";
import type { Edition } from "../loading/load.ts";
import { getScenery } from "../look/scenery.ts";
import { getSiblingUrl } from "../schema/address.ts";

/** An edition in the network's list of editions. */
export interface NetworkEdition extends Pick<Edition, "id" | "name" | "tagline" | "place"> {
  href: string;
  /** Path of a drawing of the edition's landscape. */
  picture: string;
  isCurrent: boolean;
}

/**
 * Lists the editions by their `network.order`, then by name, except those with `network: none`.
 *
 * @param current id of the edition whose page shows the list
 * @param siteUrl base URL of that edition
 */
export function getNetwork(editions: readonly Edition[], current: string, siteUrl: string): NetworkEdition[] {
  const listed = editions.flatMap((edition) => {
    const { id, name, tagline, place, network } = edition;
    if (network === "none") return [];
    const isCurrent = id === current;
    const picture = illustrationPath(`${id}-edition`, "lake", getScenery(edition.look, "lake"));
    const href = isCurrent ? "/" : `${getSiblingUrl(edition, siteUrl)}/`;
    const order = network.order ?? Number.POSITIVE_INFINITY;
    return [{ order, view: { id, name: network.name ?? name, tagline, place, isCurrent, picture, href } }];
  });
  return listed
    .sort((a, b) => (a.order === b.order ? a.view.name.localeCompare(b.view.name) : a.order - b.order))
    .map(({ view }) => view);
}
