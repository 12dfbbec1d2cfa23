import { toHex, toOklch } from "./color/oklch.ts";
import type { Palette } from "./landscapes.ts";

/** Lightness of the sky and of the far, the middle and the near part of a drawing at night. */
const LIGHTNESS = [0.31, 0.255, 0.215, 0.15] as const;
const MAX_CHROMA = 0.03;
/** Blue that the night adds to each color: coordinates in Oklab. */
const BLUE = [-0.005, -0.018] as const;
/** Colors, at night, of lit windows, of parts that are white by day, of reflections on water, and of the moon. */
const LIT = "#ffcf7d";
const WHITE = "#8b97a0";
const SHINE = "#a9b9c4";
const MOON = "#f1ead6";

/**
 * Returns a style sheet for a drawing. With it, the drawing shows a night scene on dark pages, since a browser gives an
 * image the color scheme of the element that shows it. At night, paths in the sky's color become lit windows and lamps,
 * and windows that are hidden by day appear.
 */
export function getNightStyle(palette: Palette): string {
  const rules = palette.map((color, index) => {
    const night = toNight(color, LIGHTNESS[index] ?? 0);
    return `[fill="${color}"]{fill:${night}}[stroke="${color}"]{stroke:${night}}`;
  });
  const [sky] = palette;
  return (
    `<style>@media (prefers-color-scheme:dark){${rules.join("")}path[fill="${sky}"]{fill:${LIT}}` +
    `[stroke="${sky}"]{stroke:${SHINE};stroke-opacity:.5}[fill="#fff"]{fill:${WHITE}}circle[fill]{fill:${MOON}}` +
    `[display]{display:inline;stroke:${LIT}}}</style>`
  );
}

function toNight(color: string, lightness: number): string {
  const day = toOklch(color);
  const chroma = Math.min(day.chroma, MAX_CHROMA);
  const angle = (day.hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle) + BLUE[0], chroma * Math.sin(angle) + BLUE[1]];
  return toHex({ lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI });
}
