import { illustrationPath } from "../../core/addresses.ts";
import { getSiblingUrl } from "./address.ts";
import type { Edition } from "./load.ts";
import { getScenery } from "./look/scenery.ts";

/** An edition in the network's list of editions. */
export interface NetworkEdition extends Pick<Edition, "id" | "name" | "tagline" | "place"> {
  href: string;
  /** Path of a drawing in the edition's landscape. */
  picture: string;
  isCurrent: boolean;
}

/** Lists all editions by name. @param siteUrl the current edition's address, see `getSiblingUrl` */
export function getNetwork(editions: readonly Edition[], current: Edition, siteUrl: string): NetworkEdition[] {
  return editions
    .map((edition) => {
      const { id, name, tagline, place } = edition;
      const isCurrent = id === current.id;
      const picture = illustrationPath(`${id}-edition`, "lake", getScenery(edition.look, "lake"));
      return {
        id,
        name,
        tagline,
        place,
        isCurrent,
        picture,
        href: isCurrent ? "/" : `${getSiblingUrl(edition, siteUrl)}/`,
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}
