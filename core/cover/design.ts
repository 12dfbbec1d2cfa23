import { oneOf, type Random } from "../random.ts";
import type { Figure } from "./figures.ts";
import * as figures from "./figures.ts";
import { type Palette, paletteOf, type Theme } from "./palettes.ts";

/**
 * Where a cover's figure stands: under the words or over them, to the edges; in a plate with margins; behind a label that
 * has the words; or in a strip along the right edge.
 */
export type Arrangement = "under" | "over" | "plate" | "label" | "strip";

/** How one cover looks, but for its words. */
interface Design {
  palette: Palette;
  figure: Figure;
  arrangement: Arrangement;
}

const FIGURES: Record<Theme, readonly Figure[]> = {
  scripture: [figures.arches, figures.rays, figures.petals],
  breath: [figures.waves, figures.rings, figures.sunset],
  mind: [figures.rings, figures.orbits, figures.tiles],
  body: [figures.petals, figures.sunset, figures.tiles],
  wealth: [figures.pillars, figures.stairs, figures.tiles],
  way: [figures.peaks, figures.waves, figures.arches],
  classic: [figures.rays, figures.orbits, figures.peaks],
};

/** A figure with one center is not cut up by a label or a strip; a pattern may be. */
const SUITS = new Map<Figure, readonly Arrangement[]>([
  [figures.arches, ["under", "over", "plate", "strip"]],
  [figures.rays, ["under", "over", "label"]],
  [figures.waves, ["under", "over", "plate", "label"]],
  [figures.rings, ["under", "plate", "label"]],
  [figures.tiles, ["under", "over", "label", "strip"]],
  [figures.pillars, ["over", "plate", "under"]],
  [figures.stairs, ["under", "label"]],
]);
const CENTERED: readonly Arrangement[] = ["under", "over", "plate"];

/** Chooses a theme's figure, where it stands, and whether the cover is dark, which one in three is. */
export function chooseDesign(theme: Theme, random: Random): Design {
  const figure = oneOf(FIGURES[theme], random);
  const arrangement = oneOf(SUITS.get(figure) ?? CENTERED, random);
  return { figure, arrangement, palette: paletteOf(theme, random.between(0, 2) === 0) };
}
