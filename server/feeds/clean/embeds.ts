import { getPlayerUrl } from "../../../core/playerUrls.ts";
import { type Attributes, toAbsoluteUrl } from "./urls.ts";

/** Attributes that lazy-loading scripts copy to `src`. */
const LAZY_ATTRIBUTES = ["data-src", "data-lazy-src", "data-litespeed-src"];

/** Returns the link that replaces a frame; null if the frame has no URL. */
export function getEmbed(attributes: Attributes, base: string | null) {
  const url = ["src", ...LAZY_ATTRIBUTES]
    .map((name) => toAbsoluteUrl(attributes[name], base))
    .find((address) => address && /^https?:/.test(address));
  if (!url) return null;
  const player = getPlayerUrl(url);
  const { hostname } = new URL(player ?? url);
  return {
    url: player ?? url,
    text: attributes.title || (player ? `Play at ${hostname}` : hostname),
    isPlayer: player !== null,
  };
}
