import { pick, type Random } from "../../../core/random.ts";
import type { Theme } from "../../editions/books.ts";
import * as shapes from "./coverShapes.ts";

/**
 * Where a cover's shape is: under the words or over them, up to the edges; in a plate with margins; behind a label with
 * the words; or in a strip along the right edge.
 */
export type Arrangement = "under" | "over" | "plate" | "label" | "strip";

interface Design {
  palette: shapes.Palette;
  shape: shapes.Shape;
  arrangement: Arrangement;
}

const PALETTES: Record<Theme, shapes.Palette> = {
  scripture: { ground: "#f3e4d0", far: "#dea86a", middle: "#a9542a", ink: "#451a12", light: "#fffaf0" },
  breath: { ground: "#dcebf1", far: "#8fb8cc", middle: "#3f6f88", ink: "#12304a", light: "#ffffff" },
  mind: { ground: "#e7e1ef", far: "#a998c5", middle: "#5c4a80", ink: "#251a3f", light: "#fffdf6" },
  body: { ground: "#e5ead8", far: "#a5b67f", middle: "#587040", ink: "#1f2e1b", light: "#fdfbe9" },
  wealth: { ground: "#f2e9cb", far: "#d3b252", middle: "#8a6a1c", ink: "#2f250c", light: "#fffbea" },
  way: { ground: "#e6e9eb", far: "#a7b0b8", middle: "#5f6a75", ink: "#1c242c", light: "#ffffff" },
  classic: { ground: "#f4efe4", far: "#cdbfa6", middle: "#7d5f4d", ink: "#231a17", light: "#fffdf7" },
};

const SHAPES: Record<Theme, readonly shapes.Shape[]> = {
  scripture: [shapes.drawArches, shapes.drawRays, shapes.drawLotus],
  breath: [shapes.drawWaves, shapes.drawRings, shapes.drawSunset],
  mind: [shapes.drawRings, shapes.drawOrbits, shapes.drawTiles],
  body: [shapes.drawLotus, shapes.drawSunset, shapes.drawTiles],
  wealth: [shapes.drawPillars, shapes.drawStairs, shapes.drawTiles],
  way: [shapes.drawPeaks, shapes.drawWaves, shapes.drawArches],
  classic: [shapes.drawRays, shapes.drawOrbits, shapes.drawPeaks],
};

/** Arrangements that suit a shape. A label or a strip may cut a pattern, but not a shape with one center. */
const ARRANGEMENTS = new Map<shapes.Shape, readonly Arrangement[]>([
  [shapes.drawArches, ["under", "over", "plate", "strip"]],
  [shapes.drawRays, ["under", "over", "label"]],
  [shapes.drawWaves, ["under", "over", "plate", "label"]],
  [shapes.drawRings, ["under", "plate", "label"]],
  [shapes.drawTiles, ["under", "over", "label", "strip"]],
  [shapes.drawPillars, ["over", "plate", "under"]],
  [shapes.drawStairs, ["under", "label"]],
]);
const DEFAULT_ARRANGEMENTS: readonly Arrangement[] = ["under", "over", "plate"];

/** Chooses one of the theme's shapes, its arrangement, and dark colors for one cover in three. */
export function chooseDesign(theme: Theme, random: Random): Design {
  const shape = pick(SHAPES[theme], random);
  const arrangement = pick(ARRANGEMENTS.get(shape) ?? DEFAULT_ARRANGEMENTS, random);
  const palette = PALETTES[theme];
  const isDark = random.integer(0, 2) === 0;
  const { ground, far, middle, ink } = palette;
  return {
    shape,
    arrangement,
    palette: isDark ? { ...palette, ground: ink, far: middle, middle: far, ink: ground } : palette,
  };
}
