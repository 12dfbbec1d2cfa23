import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import sharp from "sharp";
import type { Palette } from "../core/landscapes.ts";
import { createRandom } from "../core/random.ts";
import { findPalette } from "../core/skyline.ts";

/**
 * Renders an edition's featured film: a skyline from dawn to night, 20 seconds long.
 *
 *     node tools/film.ts editions/chicago/media
 *
 * writes skyline.mp4 and its poster frame, skyline.webp. Needs ffmpeg (Debian: apt-get install ffmpeg).
 */

const WIDTH = 640;
const HEIGHT = 360;
const FRAMES_PER_SECOND = 15;
const FRAMES = 20 * FRAMES_PER_SECOND;
/** Time of the poster frame, from 0 (dawn) to 1 (night). */
const POSTER_TIME = 0.3;
/** Time at which the first window lights up, from 0 (dawn) to 1 (night). */
const DUSK_TIME = 0.72;

const NIGHT: Palette = ["#2b2547", "#221c3b", "#17122c", "#0d0a1c"];

/** The site's skyline palettes in the course of a day. `at` is from 0 (dawn) to 1 (night). */
const DAY: readonly { at: number; palette: Palette | undefined }[] = [
  { at: 0, palette: findPalette("brick") },
  { at: 0.3, palette: findPalette("lake") },
  { at: 0.62, palette: findPalette("prairie") },
  { at: 0.8, palette: findPalette("dusk") },
  { at: 1, palette: NIGHT },
];

interface Building {
  x: number;
  width: number;
  height: number;
  mast: number;
  /** Windows of the building. `litAt` is the time at which a window lights up, from 0 (dusk) to 1 (night). */
  windows: { x: number; y: number; litAt: number }[];
}

interface Row {
  /** Distance, in pixels, that the row moves during the film. Near rows move faster. */
  travel: number;
  buildings: Building[];
}

const random = createRandom("featured film");
const rows: Row[] = [
  { travel: 90, buildings: createBuildings({ length: 900, heights: [80, 192], widths: [28, 60], litPercent: 0 }) },
  { travel: 200, buildings: createBuildings({ length: 1100, heights: [52, 156], widths: [32, 72], litPercent: 34 }) },
  { travel: 380, buildings: createBuildings({ length: 1400, heights: [20, 88], widths: [44, 96], litPercent: 30 }) },
];

const folder = process.argv[2];
if (!folder) {
  process.stderr.write("Usage: node tools/film.ts FOLDER, such as editions/chicago/media\n");
  process.exit(2);
}
await render(folder);

async function render(folder: string): Promise<void> {
  const input = `-f rawvideo -pix_fmt rgb24 -s ${WIDTH}x${HEIGHT} -r ${FRAMES_PER_SECOND} -i -`.split(" ");
  const output = "-c:v libx264 -preset veryslow -crf 30 -pix_fmt yuv420p -movflags +faststart".split(" ");
  const encoder = spawn("ffmpeg", ["-y", "-loglevel", "error", ...input, ...output, join(folder, "skyline.mp4")], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const exited = once(encoder, "exit");
  for (let index = 0; index < FRAMES; index++) {
    const frame = sharp(Buffer.from(drawFrame(index / (FRAMES - 1))));
    const pixels = await frame.clone().removeAlpha().raw().toBuffer();
    if (!encoder.stdin.write(pixels)) await once(encoder.stdin, "drain");
    if (index === Math.round(FRAMES * POSTER_TIME))
      await frame.webp({ quality: 80 }).toFile(join(folder, "skyline.webp"));
  }
  encoder.stdin.end();
  await exited;
}

function createBuildings(plan: {
  /** Width of the row, in pixels. */
  length: number;
  heights: readonly [least: number, greatest: number];
  widths: readonly [least: number, greatest: number];
  /** Percentage of windows that are lit at night. */
  litPercent: number;
}): Building[] {
  const buildings: Building[] = [];
  for (let x = -20; x < plan.length; ) {
    const width = random.integer(...plan.widths);
    const height = random.integer(...plan.heights);
    const windows: Building["windows"] = [];
    for (let y = 12; y < height - 16; y += 12)
      for (let across = 6; across < width - 6; across += 9)
        if (random.integer(1, 100) <= plan.litPercent)
          windows.push({ x: across, y, litAt: random.integer(0, 100) / 100 });
    buildings.push({ x, width, height, mast: height > plan.heights[1] * 0.82 ? random.integer(14, 40) : 0, windows });
    x += width + (random.integer(0, 3) > 1 ? random.integer(2, 8) : 0);
  }
  return buildings;
}

/** Draws a frame as SVG. @param time from 0 (dawn) to 1 (night) */
function drawFrame(time: number): string {
  const [sky, ...colors] = mixColors(time);
  const sunX = 90 + time * 460;
  const sunY = 250 - Math.sin(Math.PI * Math.min(1, time * 1.15)) * 190;
  const sunlight = time < 0.88 ? 0.75 : Math.max(0, 0.75 * (1 - (time - 0.88) / 0.1));
  const layers = rows.map((row, index) => drawRow(row, time, colors[index] ?? ""));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${sky}"/>` +
    `<circle cx="${sunX.toFixed(2)}" cy="${sunY.toFixed(2)}" r="38" fill="#fff" opacity="${sunlight.toFixed(3)}"/>${layers.join("")}` +
    `<path fill="${colors.at(-1)}" d="M0 ${HEIGHT - 24}h${WIDTH}v24H0z"/></svg>`
  );
}

function drawRow({ travel, buildings }: Row, time: number, fill: string): string {
  let walls = "";
  let lights = "";
  for (const { x: start, width, height, mast, windows } of buildings) {
    const x = start - time * travel;
    if (x > WIDTH || x + width < 0) continue;
    walls += `M${x.toFixed(2)} ${HEIGHT}v-${height}h${width}v${height}z`;
    if (mast) walls += `M${(x + width / 2 - 2).toFixed(2)} ${HEIGHT - height}v-${mast}h4v${mast + 2}z`;
    for (const window of windows)
      if ((time - DUSK_TIME) / 0.22 > window.litAt)
        lights += `M${(x + window.x).toFixed(2)} ${HEIGHT - height + window.y}h4v5h-4z`;
  }
  return `<path fill="${fill}" d="${walls}"/><path fill="#f3d98b" opacity=".85" d="${lights}"/>`;
}

function mixColors(time: number): string[] {
  const next = Math.max(
    1,
    DAY.findIndex(({ at }) => at >= time),
  );
  const [from, to] = [DAY[next - 1], DAY[next]];
  if (!from?.palette || !to?.palette) throw new Error(`There is no palette for the time ${time}.`);
  const part = (time - from.at) / (to.at - from.at);
  const later = to.palette.map(toChannels);
  return from.palette.map((color, layer) => {
    const mixed = toChannels(color).map((value, channel) =>
      Math.round(value + ((later[layer]?.[channel] ?? 0) - value) * part),
    );
    return `rgb(${mixed.join(",")})`;
  });
}

function toChannels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
