import type { Tone } from "./skyline.ts";

/** The address of a story's page, from its first slash. */
export function articlePath(slug: string): string {
  return `/article/${encodeURIComponent(slug)}`;
}

/** The address of the drawing that stands in for a story's photograph, from its first slash. */
export function skylinePath(slug: string, tone: Tone): string {
  return `/skyline/${tone}/${encodeURIComponent(slug)}.svg`;
}
