import { createRandom, type Random } from "./random.ts";

/** Color palettes of skylines. Each section has one. */
export const TONES = ["lake", "brick", "dusk", "prairie", "steel"] as const;
export type Tone = (typeof TONES)[number];

/** Colors of the sky and of the far, the middle and the near row of buildings. */
const PALETTES: Record<Tone, readonly [string, string, string, string]> = {
  lake: ["#cfe4ee", "#8fb8cc", "#3f6f88", "#16384c"],
  brick: ["#f0dcd2", "#cf8f78", "#8f4634", "#451d16"],
  dusk: ["#e3dcec", "#a393bf", "#5c4a80", "#2a1f45"],
  prairie: ["#eee8cf", "#c3b26a", "#7b7434", "#383914"],
  steel: ["#e2e5e8", "#a5adb5", "#5f6a75", "#272f37"],
};

const WIDTH = 320;
const HEIGHT = 180;

/** Draws the SVG, about 1 kB, that replaces a missing photo. A seed's SVG must never change: caches keep it a year. */
export function drawSkyline(seed: string, tone: Tone): string {
  const random = createRandom(seed);
  const [sky, far, middle, near] = PALETTES[tone];
  const sun = `<circle cx="${random.integer(40, 280)}" cy="${random.integer(34, 70)}" r="${random.integer(14, 24)}" fill="#fff" opacity=".75"/>`;
  const size = { width: WIDTH, baseY: HEIGHT };
  const rows =
    drawRow(random, { ...size, minHeight: 40, maxHeight: 96, minWidth: 14, maxWidth: 30, fill: far }) +
    drawRow(random, { ...size, minHeight: 26, maxHeight: 78, minWidth: 16, maxWidth: 36, fill: middle }) +
    drawRow(random, { ...size, minHeight: 10, maxHeight: 44, minWidth: 22, maxWidth: 48, fill: near });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${sky}"/>${sun}${rows}` +
    `<path d="M0 168h${WIDTH}v12H0z" fill="${near}"/></svg>`
  );
}

/** Draws a low, wide skyline for social images, with space for a headline in the sky and for a name at the bottom. */
export function drawPanorama(seed: string, tone: Tone): string {
  const random = createRandom(seed);
  const [sky, far, middle, near] = PALETTES[tone];
  const size = { width: 600, baseY: 315 };
  const rows =
    drawRow(random, { ...size, minHeight: 56, maxHeight: 92, minWidth: 9, maxWidth: 22, fill: far }) +
    drawRow(random, { ...size, minHeight: 50, maxHeight: 74, minWidth: 11, maxWidth: 26, fill: middle });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 315" width="600" height="315">` +
    `<rect width="600" height="315" fill="${sky}"/>${rows}<path d="M0 267h600v48H0z" fill="${near}"/></svg>`
  );
}

interface Row {
  /** Width of the drawing, and the y coordinate at which buildings stand. */
  width: number;
  baseY: number;
  minHeight: number;
  maxHeight: number;
  minWidth: number;
  maxWidth: number;
  fill: string;
}

/** Draws a row of buildings. Buildings above 82% of `maxHeight` have a mast. */
function drawRow(random: Random, { width: end, baseY, minHeight, maxHeight, minWidth, maxWidth, fill }: Row): string {
  let path = "";
  let x = -10;
  while (x < end + 10) {
    const width = random.integer(minWidth, maxWidth);
    const height = random.integer(minHeight, maxHeight);
    path += `M${x} ${baseY}v-${height}h${width}v${height}z`;
    if (height > maxHeight * 0.82) path += `M${x + (width >> 1) - 1} ${baseY - height}v-${random.integer(8, 22)}h2v30z`;
    x += width + (random.integer(0, 3) > 1 ? random.integer(1, 2) * 2 : 0);
  }
  return `<path fill="${fill}" d="${path}"/>`;
}
