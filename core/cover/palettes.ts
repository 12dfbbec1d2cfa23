/** What a book is about: a theme has a palette and its figures. */
export const THEMES = ["scripture", "breath", "mind", "body", "wealth", "way", "classic"] as const;
export type Theme = (typeof THEMES)[number];

/** The colors of one cover, from its ground to its ink. */
export interface Palette {
  ground: string;
  far: string;
  middle: string;
  ink: string;
  /** What shines: a sun, a disc, a flame. */
  light: string;
}

const PALETTES: Record<Theme, readonly [ground: string, far: string, middle: string, ink: string, light: string]> = {
  scripture: ["#f3e4d0", "#dea86a", "#a9542a", "#451a12", "#fffaf0"],
  breath: ["#dcebf1", "#8fb8cc", "#3f6f88", "#12304a", "#ffffff"],
  mind: ["#e7e1ef", "#a998c5", "#5c4a80", "#251a3f", "#fffdf6"],
  body: ["#e5ead8", "#a5b67f", "#587040", "#1f2e1b", "#fdfbe9"],
  wealth: ["#f2e9cb", "#d3b252", "#8a6a1c", "#2f250c", "#fffbea"],
  way: ["#e6e9eb", "#a7b0b8", "#5f6a75", "#1c242c", "#ffffff"],
  classic: ["#f4efe4", "#cdbfa6", "#7d5f4d", "#231a17", "#fffdf7"],
};

/** @param isDark whether the ground is the palette's ink, and the letters are light */
export function paletteOf(theme: Theme, isDark: boolean): Palette {
  const [ground, far, middle, ink, light] = PALETTES[theme];
  return isDark ? { ground: ink, far: middle, middle: far, ink: ground, light } : { ground, far, middle, ink, light };
}
