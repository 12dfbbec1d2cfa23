import type { Scenery, Tone } from "../core/motifs.ts";

/** An image of the library: how it is drawn, and its texts. */
export interface LibraryImage extends Scenery {
  seed: string;
  tone: Tone;
  alt: string;
  caption: string;
  credit: string;
}

/** The images of the library by their names. Drawings replace photos. */
export const IMAGES = {
  pier: {
    seed: "mouth",
    tone: "dusk",
    landscape: "lake",
    alt: "Sailboats off the shore",
    caption: "The harbor on the first evening of the season.",
    credit: "Cy Dunn",
  },
  light: {
    seed: "light",
    tone: "dusk",
    landscape: "harbor",
    alt: "A lighthouse at the harbor’s mouth",
    caption: "The light at the harbor’s mouth, which the boats pass at slow speed.",
    credit: "Cy Dunn",
  },
  bridge: {
    seed: "bridge",
    tone: "lake",
    landscape: "skyline",
    alt: "A steel bridge over the river, with towers behind it",
    caption: "The bridge was last repainted in 1994.",
    credit: "Lena Park",
  },
  viaduct: {
    seed: "market",
    tone: "dusk",
    landscape: "skyline",
    alt: "A train on the elevated line at dusk",
    caption: "The market’s new roof, with the 6:10 on it.",
    credit: "Cy Dunn",
  },
  garden: {
    seed: "forest",
    tone: "prairie",
    landscape: "prairie",
    alt: "A field with a barn behind the school",
    caption: "The lot behind the school, before the saplings.",
    credit: "Rosa Quintero",
  },
  // An image without texts, as a phone sends it.
  IMG_2041: { seed: "diner", tone: "brick", landscape: "streets", alt: "", caption: "", credit: "" },
} as const satisfies Record<string, LibraryImage>;

export type ImageName = keyof typeof IMAGES;
