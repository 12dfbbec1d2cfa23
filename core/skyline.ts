import { type Random, randomFrom } from "./random.ts";

/** The palettes of the art direction: a section has one of them. */
export const TONES = ["lake", "brick", "dusk", "prairie", "steel"] as const;
export type Tone = (typeof TONES)[number];

/** Sky, far row, middle row, near row. */
const PALETTES: Record<Tone, readonly [string, string, string, string]> = {
  lake: ["#cfe4ee", "#8fb8cc", "#3f6f88", "#16384c"],
  brick: ["#f0dcd2", "#cf8f78", "#8f4634", "#451d16"],
  dusk: ["#e3dcec", "#a393bf", "#5c4a80", "#2a1f45"],
  prairie: ["#eee8cf", "#c3b26a", "#7b7434", "#383914"],
  steel: ["#e2e5e8", "#a5adb5", "#5f6a75", "#272f37"],
};

const WIDTH = 320;
const HEIGHT = 180;

/**
 * Draws the skyline that stands in for a story's photograph.
 *
 * The same seed and tone give the same drawing for ever: the addresses of skylines are kept by caches for a year.
 *
 * @param seed what the drawing is derived from: the story's slug
 * @returns a whole SVG document, 320 by 180 units, about one kilobyte
 */
export function drawSkyline(seed: string, tone: Tone): string {
  const random = randomFrom(seed);
  const [sky, far, middle, near] = PALETTES[tone];
  const sun = `<circle cx="${random.between(40, 280)}" cy="${random.between(34, 70)}" r="${random.between(14, 24)}" fill="#fff" opacity=".75"/>`;
  const size = { width: WIDTH, ground: HEIGHT };
  const rows =
    drawRow(random, { ...size, low: 40, high: 96, narrow: 14, wide: 30, fill: far }) +
    drawRow(random, { ...size, low: 26, high: 78, narrow: 16, wide: 36, fill: middle }) +
    drawRow(random, { ...size, low: 10, high: 44, narrow: 22, wide: 48, fill: near });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${sky}"/>${sun}${rows}` +
    `<path d="M0 168h${WIDTH}v12H0z" fill="${near}"/></svg>`
  );
}

/**
 * Draws a skyline for a large card, low and wide, so that a headline has room in its sky. The near row is a strip at the
 * bottom, where a name can stand.
 *
 * @returns a whole SVG document, 600 by 315 units
 */
export function drawPanorama(seed: string, tone: Tone): string {
  const random = randomFrom(seed);
  const [sky, far, middle, near] = PALETTES[tone];
  const size = { width: 600, ground: 315 };
  const rows =
    drawRow(random, { ...size, low: 56, high: 92, narrow: 9, wide: 22, fill: far }) +
    drawRow(random, { ...size, low: 50, high: 74, narrow: 11, wide: 26, fill: middle });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 315" width="600" height="315">` +
    `<rect width="600" height="315" fill="${sky}"/>${rows}<path d="M0 267h600v48H0z" fill="${near}"/></svg>`
  );
}

interface Row {
  /** How wide the drawing is, and how far down the row stands. */
  width: number;
  ground: number;
  low: number;
  high: number;
  narrow: number;
  wide: number;
  fill: string;
}

/** One row of buildings standing side by side, the tallest with a mast. */
function drawRow(random: Random, { width: end, ground, low, high, narrow, wide, fill }: Row): string {
  let path = "";
  let x = -10;
  while (x < end + 10) {
    const width = random.between(narrow, wide);
    const height = random.between(low, high);
    path += `M${x} ${ground}v-${height}h${width}v${height}z`;
    if (height > high * 0.82) path += `M${x + (width >> 1) - 1} ${ground - height}v-${random.between(8, 22)}h2v30z`;
    x += width + (random.between(0, 3) > 1 ? random.between(1, 2) * 2 : 0);
  }
  return `<path fill="${fill}" d="${path}"/>`;
}
