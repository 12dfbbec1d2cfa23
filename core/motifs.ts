import type { Scene } from "./landscapes.ts";
import { createRandom, pick } from "./random.ts";

// A drawing has a motif (a scene, such as a bridge) in the palette of a tone. An edition's look may give a tone its own
// scenery: other colors, or another landscape, which is a group of motifs.

/** Color palettes of drawings. Each section has one. */
export const TONES = ["lake", "brick", "dusk", "prairie", "steel"] as const;
export type Tone = (typeof TONES)[number];

/** Motifs: rows of buildings; a bridge over the river; the elevated line; boats off the shore. */
type SkylineMotif = "towers" | "bridge" | "elevated" | "lakefront";
export type Motif = SkylineMotif | Scene;

/** Landscapes that the drawings of an edition may show. */
export const LANDSCAPES = ["skyline", "lake", "prairie", "hills", "harbor", "streets"] as const;
export type Landscape = (typeof LANDSCAPES)[number];

/**
 * Landscape and colors that an edition sets for the drawings in one tone. By default, the drawings are skylines in the
 * tone's own palette.
 */
export interface Scenery {
  landscape?: Landscape;
  /**
   * Four colors in place of the tone's colors, from the sky down: hexadecimal numbers separated by hyphens, for URLs.
   */
  colors?: string;
}

const SCENES_BY_LANDSCAPE: Record<Exclude<Landscape, "skyline">, readonly Scene[]> = {
  lake: ["sailboats", "isthmus"],
  prairie: ["farm", "turbines"],
  hills: ["ridges", "village"],
  harbor: ["cranes", "lighthouse"],
  streets: ["rowhouses", "mainstreet"],
};

/** Motifs of the default landscape, the skyline, by tone. */
const MOTIFS_BY_TONE: Record<Tone, readonly SkylineMotif[]> = {
  lake: ["lakefront", "towers", "bridge"],
  brick: ["elevated", "towers"],
  dusk: ["bridge", "elevated", "towers"],
  prairie: ["lakefront", "towers"],
  steel: ["elevated", "bridge", "towers"],
};

/** Picks a motif by a seed: from the landscape's motifs or, for skylines, from the tone's motifs. */
export function getMotif(seed: string, tone: Tone, landscape: Landscape = "skyline"): Motif {
  const motifs = landscape === "skyline" ? MOTIFS_BY_TONE[tone] : SCENES_BY_LANDSCAPE[landscape];
  return pick<Motif>(motifs, createRandom(seed));
}
