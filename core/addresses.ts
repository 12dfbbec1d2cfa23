import { getMotif, type Tone } from "./skyline.ts";

export function articlePath(slug: string): string {
  return `/article/${encodeURIComponent(slug)}`;
}

/** Returns the path of the skyline that is drawn for a story without an image. */
export function skylinePath(slug: string, tone: Tone): string {
  return `/skyline/${tone}/${getMotif(slug, tone)}/${encodeURIComponent(slug)}.svg`;
}
