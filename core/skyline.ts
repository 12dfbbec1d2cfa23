import { type Draw, type Palette, SCENES } from "./landscapes.ts";
import { getMotif, type Motif, type Scenery, type Tone } from "./motifs.ts";
import { getNightStyle } from "./nightStyle.ts";
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
/** Width, in SVG units, of a drawing with `isWide`. */
const WIDE = 900;

const BETWEEN_SPANS = 60;

const COLORS = /^[0-9a-f]{6}(-[0-9a-f]{6}){3}$/;

/**
 * Returns the palette for the name of a tone, or for colors in the format of `Scenery.colors`; undefined for any other
 * text.
 */
export function findPalette(name: string): Palette | undefined {
  if (COLORS.test(name)) return name.split("-").map((color) => `#${color}`) as unknown as Palette;
  return Object.hasOwn(PALETTES, name) ? PALETTES[name as Tone] : undefined;
}

function getPalette(tone: Tone, colors: string | undefined): Palette {
  return (colors && findPalette(colors)) || PALETTES[tone];
}

interface Drawing {
  motif?: Motif;
  /** True for a wide strip: the drawing is WIDE instead of WIDTH units wide. */
  isWide?: boolean;
}

/**
 * Draws the SVG, about 2 kB, that replaces a missing photo: by day on light pages, by night on dark pages. A seed's SVG
 * must never change, since caches keep it for a year: a different drawing needs another path (core/addresses.ts).
 */
export function drawSkyline(seed: string, palette: Palette | Tone, drawing: Drawing = {}): string {
  const colors = typeof palette === "string" ? PALETTES[palette] : palette;
  return draw(seed, colors, drawing, getNightStyle(colors));
}

/** Draws the SVG that replaces a missing photo, in an edition's landscape and colors, always by day. */
export function drawScenery(seed: string, tone: Tone, { landscape, colors }: Scenery): string {
  const motif = landscape === undefined ? "towers" : getMotif(seed, tone, landscape);
  return draw(seed, getPalette(tone, colors), { motif });
}

function draw(seed: string, colors: Palette, { motif = "towers", isWide = false }: Drawing, style = ""): string {
  const random = createRandom(seed);
  const width = isWide ? WIDE : WIDTH;
  const [sky] = colors;
  const sun = `<circle cx="${random.integer(40, width - 40)}" cy="${random.integer(34, 70)}" r="${random.integer(14, 24)}" fill="#fff" opacity=".75"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice">${style}` +
    `<rect width="${width}" height="${HEIGHT}" fill="${sky}"/>${sun}${DRAW_BY_MOTIF[motif](random, colors, width)}</svg>`
  );
}

const DRAW_BY_MOTIF: Record<Motif, Draw> = {
  ...SCENES,

  towers(random, [, far, middle, near], width) {
    const size = { width, baseY: HEIGHT };
    return (
      drawRow(random, { ...size, minHeight: 40, maxHeight: 96, minWidth: 14, maxWidth: 30, fill: far }) +
      drawRow(random, { ...size, minHeight: 26, maxHeight: 78, minWidth: 16, maxWidth: 36, fill: middle }) +
      drawRow(random, { ...size, minHeight: 10, maxHeight: 44, minWidth: 22, maxWidth: 48, fill: near }) +
      `<path d="M0 168h${width}v12H0z" fill="${near}"/>`
    );
  },

  bridge(random, [sky, far, middle, near], width) {
    const size = { width, baseY: 134 };
    const start = random.integer(44, 84);
    const span = random.integer(150, 190);
    let [truss, houses] = ["", ""];
    for (let left = start; left + span < width; left += span + BETWEEN_SPANS) {
      truss += `M${left} 124q${span / 2}-84 ${span} 0`;
      for (let x = 16; x < span; x += 16) {
        // The truss is a parabola, 42 px high in the middle.
        const height = Math.round((168 * x * (span - x)) / span ** 2);
        truss += `M${left + x} 124v-${height}`;
      }
      for (const x of [left - 16, left + span]) houses += `M${x} 180v-72h16v72zM${x - 3} 108l11-13 11 13z`;
    }
    return (
      drawRow(random, { ...size, minHeight: 40, maxHeight: 92, minWidth: 14, maxWidth: 30, fill: far }) +
      `<path fill="${middle}" d="M0 134h${width}v46H0z"/>${drawRipples(random, { top: 146, width }, sky)}` +
      `<path fill="none" stroke="${near}" stroke-width="3" d="${truss}"/>` +
      `<path fill="${near}" d="M0 120h${width}v9H0z${houses}"/>`
    );
  },

  elevated(random, [sky, far, middle, near], width) {
    const size = { width, baseY: HEIGHT };
    const offset = random.integer(0, 40);
    let columns = "";
    for (let x = offset - 40; x < width; x += 44) columns += `M${x} 128h6v52h-6zM${x - 12} 128h30l-12 12h-6z`;
    const start = random.integer(-40, 120);
    const cars = Array.from({ length: Math.max(3, Math.floor(width / 150)) }, (_, index) => start + index * 82);
    let windows = "";
    for (const car of cars) for (let x = 8; x < 70; x += 16) windows += `M${car + x} 91h10v10h-10z`;
    return (
      drawRow(random, { ...size, minHeight: 70, maxHeight: 128, minWidth: 16, maxWidth: 34, fill: far }) +
      `<path fill="${middle}" d="${cars.map((x) => `M${x} 116v-27q0-5 5-5h68q5 0 5 5v27z`).join("")}"/>` +
      `<path fill="${sky}" d="${windows}"/>` +
      drawRow(random, { ...size, minHeight: 6, maxHeight: 34, minWidth: 22, maxWidth: 48, fill: middle }) +
      `<path fill="${near}" d="M0 116h${width}v12H0zM0 172h${width}v8H0z${columns}"/>`
    );
  },

  lakefront(random, [sky, far, middle, near], width) {
    const size = { width, baseY: 128 };
    const boats = Array.from({ length: Math.floor(width / 100) }, (_, index) => {
      const x = 30 + index * 96 + random.integer(0, 60);
      const y = 146 + random.integer(0, 20);
      const height = 22 + random.integer(0, 16);
      return `<path fill="#fff" d="M${x} ${y}v-${height}l${height >> 1} ${height}z"/><path fill="${near}" d="M${x - 10} ${y + 2}h${(height >> 1) + 14}l-6 6h-${height >> 1}z"/>`;
    });
    return (
      drawRow(random, { ...size, minHeight: 14, maxHeight: 66, minWidth: 10, maxWidth: 24, fill: far }) +
      `<path fill="${near}" opacity=".5" d="M0 122h${width}v8H0z"/>` +
      `<path fill="${middle}" d="M0 128h${width}v52H0z"/>${drawRipples(random, { top: 138, width }, sky)}${boats.join("")}`
    );
  },
};

/** Draws reflections on water, from `top` down. */
function drawRipples(random: Random, { top, width }: { top: number; width: number }, fill: string): string {
  let path = "";
  for (let y = top; y < HEIGHT; y += 9)
    for (let x = 0; x < width; x += WIDTH) path += `M${x + random.integer(0, 250)} ${y}h${random.integer(24, 70)}`;
  return `<path fill="none" stroke="${fill}" stroke-width="2" opacity=".45" d="${path}"/>`;
}

/** Draws a low, wide scene for social images. Leaves space for a headline in the sky and for a name at the bottom. */
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
  /** Width of the drawing, and y coordinate of the buildings' lower edge. */
  width: number;
  baseY: number;
  minHeight: number;
  maxHeight: number;
  minWidth: number;
  maxWidth: number;
  fill: string;
}

/** SVG dash pattern of windows and gaps. A window and its gap span a multiple of 6 units, to align windows in rows. */
const WINDOWS = "2 4 2 10 2 4 2 22 2 16";

/** Draws a row of buildings. Windows are visible only by night. Buildings above 82% of `maxHeight` have a mast. */
function drawRow(random: Random, { width: end, baseY, minHeight, maxHeight, minWidth, maxWidth, fill }: Row): string {
  let [path, windows] = ["", ""];
  let x = -10;
  while (x < end + 10) {
    const width = random.integer(minWidth, maxWidth);
    const height = random.integer(minHeight, maxHeight);
    path += `M${x} ${baseY}v-${height}h${width}v${height}z`;
    if (height > maxHeight * 0.82) path += `M${x + (width >> 1) - 1} ${baseY - height}v-${random.integer(8, 22)}h2v30z`;
    for (let column = 4; column < width - 3; column += 6) {
      const top = baseY - height + 5 + 6 * ((x + column) & 3);
      if (top < baseY - 8) windows += `M${x + column} ${top}V${baseY - 6}`;
    }
    x += width + (random.integer(0, 3) > 1 ? random.integer(1, 2) * 2 : 0);
  }
  return `<path fill="${fill}" d="${path}"/><path display="none" stroke-width="2" stroke-dasharray="${WINDOWS}" d="${windows}"/>`;
}
