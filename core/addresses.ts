import { getMotif, type Scenery, type Tone } from "./motifs.ts";

/** Decodes percent-encoding; returns a text with an invalid encoding, such as a lone %, unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Path of the current alerts as JSON, which open pages poll. */
export const ALERTS_PATH = "/api/alerts.json";

/** Path of the page that shows when each feed was last polled. */
export const SOURCES_PATH = "/sources";

export function articlePath(slug: string): string {
  return `/article/${encodeURIComponent(slug)}`;
}

/**
 * Returns the path of the drawing for a story without an image.
 *
 * @param shape "/wide" for a strip, 900 by 180 units; "" for 320 by 180 units
 */
export function skylinePath(
  slug: string,
  tone: Tone,
  { landscape, colors }: Scenery = {},
  shape: "" | "/wide" = "",
): string {
  return `/scenes/${colors ?? tone}/${getMotif(slug, tone, landscape)}${shape}/${encodeURIComponent(slug)}.svg`;
}

/** Returns the path of the drawing for a page or an advertisement. Skylines are drawn with the motif `towers`. */
export function illustrationPath(seed: string, tone: Tone, scenery: Scenery = {}): string {
  if (scenery.landscape && scenery.landscape !== "skyline") return skylinePath(seed, tone, scenery);
  return `/scenes/${scenery.colors ?? tone}/towers/${encodeURIComponent(seed)}.svg`;
}
