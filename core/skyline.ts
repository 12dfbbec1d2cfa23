import { type Draw, type Palette, SCENES } from "./landscapes.ts";
import { getMotif, type Motif, type Scenery, type Tone } from "./motifs.ts";
import { createRandom, type Random } from "./random.ts";

/** Colors of the sky and of the far, the middle and the near row of buildings. */
const PALETTES: Record<Tone, Palette> = {
  lake: ["#cfe4ee", "#8fb8cc", "#3f6f88", "#16384c"],
  brick: ["#f0dcd2", "#cf8f78", "#8f4634", "#451d16"],
  dusk: ["#e3dcec", "#a393bf", "#5c4a80", "#2a1f45"],
  prairie: ["#eee8cf", "#c3b26a", "#7b7434", "#383914"],
  steel: ["#e2e5e8", "#a5adb5", "#5f6a75", "#272f37"],
};

const WIDTH = 320;
const HEIGHT = 180;

const COLORS = /^[0-9a-f]{6}(-[0-9a-f]{6}){3}$/;

/** Returns the palette for the name of a tone, or for colors as in `Scenery.colors`; undefined for any other text. */
export function findPalette(name: string): Palette | undefined {
  if (COLORS.test(name)) return name.split("-").map((color) => `#${color}`) as unknown as Palette;
  return Object.hasOwn(PALETTES, name) ? PALETTES[name as Tone] : undefined;
}

function getPalette(tone: Tone, colors: string | undefined): Palette {
  return (colors && findPalette(colors)) || PALETTES[tone];
}

/** Draws the SVG, about 1 kB, that replaces a missing photo. A seed's SVG must never change: caches keep it a year. */
export function drawSkyline(seed: string, palette: Palette | Tone, motif: Motif = "towers"): string {
  const random = createRandom(seed);
  const colors = typeof palette === "string" ? PALETTES[palette] : palette;
  const [sky] = colors;
  const sun = `<circle cx="${random.integer(40, 280)}" cy="${random.integer(34, 70)}" r="${random.integer(14, 24)}" fill="#fff" opacity=".75"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${sky}"/>${sun}${DRAW_BY_MOTIF[motif](random, colors, WIDTH)}</svg>`
  );
}

/** Draws the SVG that replaces a missing photo, in an edition's landscape and colors. */
export function drawScenery(seed: string, tone: Tone, { landscape, colors }: Scenery): string {
  const motif = landscape === undefined ? "towers" : getMotif(seed, tone, landscape);
  return drawSkyline(seed, getPalette(tone, colors), motif);
}

const DRAW_BY_MOTIF: Record<Motif, Draw> = {
  ...SCENES,

  towers(random, [, far, middle, near]) {
    const size = { width: WIDTH, baseY: HEIGHT };
    return (
      drawRow(random, { ...size, minHeight: 40, maxHeight: 96, minWidth: 14, maxWidth: 30, fill: far }) +
      drawRow(random, { ...size, minHeight: 26, maxHeight: 78, minWidth: 16, maxWidth: 36, fill: middle }) +
      drawRow(random, { ...size, minHeight: 10, maxHeight: 44, minWidth: 22, maxWidth: 48, fill: near }) +
      `<path d="M0 168h${WIDTH}v12H0z" fill="${near}"/>`
    );
  },

  bridge(random, [sky, far, middle, near]) {
    const size = { width: WIDTH, baseY: 134 };
    const start = random.integer(44, 84);
    const span = random.integer(150, 190);
    let posts = "";
    for (let x = 16; x < span; x += 16) {
      // The truss is a parabola, 42 px high in the middle.
      const height = Math.round((168 * x * (span - x)) / span ** 2);
      posts += `M${start + x} 124v-${height}`;
    }
    const houses = [start - 16, start + span].map((x) => `M${x} 180v-72h16v72zM${x - 3} 108l11-13 11 13z`).join("");
    return (
      drawRow(random, { ...size, minHeight: 40, maxHeight: 92, minWidth: 14, maxWidth: 30, fill: far }) +
      `<path fill="${middle}" d="M0 134h${WIDTH}v46H0z"/>${drawRipples(random, 146, sky)}` +
      `<path fill="none" stroke="${near}" stroke-width="3" d="M${start} 124q${span / 2}-84 ${span} 0${posts}"/>` +
      `<path fill="${near}" d="M0 120h${WIDTH}v9H0z${houses}"/>`
    );
  },

  elevated(random, [sky, far, middle, near]) {
    const size = { width: WIDTH, baseY: HEIGHT };
    const offset = random.integer(0, 40);
    let columns = "";
    for (let x = offset - 40; x < WIDTH; x += 44) columns += `M${x} 128h6v52h-6zM${x - 12} 128h30l-12 12h-6z`;
    const start = random.integer(-40, 120);
    const cars = [0, 82, 164].map((x) => `M${start + x} 116v-27q0-5 5-5h68q5 0 5 5v27z`).join("");
    let windows = "";
    for (const car of [0, 82, 164]) for (let x = 8; x < 70; x += 16) windows += `M${start + car + x} 91h10v10h-10z`;
    return (
      drawRow(random, { ...size, minHeight: 70, maxHeight: 128, minWidth: 16, maxWidth: 34, fill: far }) +
      `<path fill="${middle}" d="${cars}"/><path fill="${sky}" d="${windows}"/>` +
      drawRow(random, { ...size, minHeight: 6, maxHeight: 34, minWidth: 22, maxWidth: 48, fill: middle }) +
      `<path fill="${near}" d="M0 116h${WIDTH}v12H0zM0 172h${WIDTH}v8H0z${columns}"/>`
    );
  },

  lakefront(random, [sky, far, middle, near]) {
    const size = { width: WIDTH, baseY: 128 };
    const boats = [0, 1, 2].map((index) => {
      const x = 30 + index * 96 + random.integer(0, 60);
      const y = 146 + random.integer(0, 20);
      const height = 22 + random.integer(0, 16);
      return `<path fill="#fff" d="M${x} ${y}v-${height}l${height >> 1} ${height}z"/><path fill="${near}" d="M${x - 10} ${y + 2}h${(height >> 1) + 14}l-6 6h-${height >> 1}z"/>`;
    });
    return (
      drawRow(random, { ...size, minHeight: 14, maxHeight: 66, minWidth: 10, maxWidth: 24, fill: far }) +
      `<path fill="${near}" opacity=".5" d="M0 122h${WIDTH}v8H0z"/>` +
      `<path fill="${middle}" d="M0 128h${WIDTH}v52H0z"/>${drawRipples(random, 138, sky)}${boats.join("")}`
    );
  },
};

/** Draws reflections on water, from `top` down. */
function drawRipples(random: Random, top: number, fill: string): string {
  let path = "";
  for (let y = top; y < HEIGHT; y += 9) path += `M${random.integer(0, 250)} ${y}h${random.integer(24, 70)}`;
  return `<path fill="none" stroke="${fill}" stroke-width="2" opacity=".45" d="${path}"/>`;
}

/** Draws a low, wide scenery for social images, with space for a headline in the sky and for a name at the bottom. */
export function drawPanorama(seed: string, tone: Tone, { landscape, colors }: Scenery = {}): string {
  const random = createRandom(seed);
  const palette = getPalette(tone, colors);
  const [sky, far, middle, near] = palette;
  const size = { width: 600, baseY: 315 };
  const motif = landscape && landscape !== "skyline" ? getMotif(seed, tone, landscape) : undefined;
  const rows = motif
    ? `<g transform="translate(0 177) scale(.5)">${DRAW_BY_MOTIF[motif](random, palette, 1200)}</g>`
    : drawRow(random, { ...size, minHeight: 56, maxHeight: 92, minWidth: 9, maxWidth: 22, fill: far }) +
      drawRow(random, { ...size, minHeight: 50, maxHeight: 74, minWidth: 11, maxWidth: 26, fill: middle });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 315" width="600" height="315">` +
    `<rect width="600" height="315" fill="${sky}"/>${rows}<path d="M0 267h600v48H0z" fill="${near}"/></svg>`
  );
}

export const MOTIFS = Object.keys(DRAW_BY_MOTIF) as Motif[];

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
