import { pick, type Random } from "../../../core/random.ts";
import type { Box } from "./svg.ts";

/** The colors of a cover, from its background to its text. */
export interface CoverPalette {
  ground: string;
  far: string;
  middle: string;
  ink: string;
  /** Color of suns and other bright shapes. */
  light: string;
}

/** Draws a shape into a box. The box's top left corner is the origin. Parts outside the box are clipped. */
export type CoverShape = (box: Box, palette: CoverPalette, random: Random) => string;

function drawDisc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(radius)}" fill="${fill}"/>`;
}

function drawPath(fill: string, path: string): string {
  return `<path fill="${fill}" d="${path}"/>`;
}

export function drawArches({ width, height }: Box, { far, middle, ink, light }: CoverPalette, random: Random): string {
  const step = width / random.integer(10, 12);
  const fills = [far, middle, ink, middle, light];
  return fills
    .map((fill, index) => {
      const radius = Math.round(width / 2 - step * (index + 0.4));
      const top = Math.round(height * 0.1 + step * index * 1.15) + radius;
      return drawPath(
        fill,
        `M${Math.round(width / 2) - radius} ${height}V${top}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${height}z`,
      );
    })
    .join("");
}

export function drawRays({ width, height }: Box, { far, middle, light }: CoverPalette, random: Random): string {
  const count = random.integer(9, 13);
  const reach = width + height;
  const x = Math.round(width / 2);
  const at = (step: number) => {
    const angle = Math.PI * (1 + step / (2 * count));
    return `${x + Math.round(Math.cos(angle) * reach)} ${height + Math.round(Math.sin(angle) * reach)}`;
  };
  const beams = Array.from(
    { length: count },
    (_, beam) => `M${x} ${height}L${at(beam * 2 + 0.5)} ${at(beam * 2 + 1.5)}z`,
  );
  const radius = Math.min(width * 0.34, height * 0.46);
  return (
    drawPath(far, beams.join("")) + drawDisc(x, height, radius * 1.24, middle) + drawDisc(x, height, radius, light)
  );
}

export function drawLotus({ width, height }: Box, { far, middle, ink, light }: CoverPalette, random: Random): string {
  const long = Math.min(height * 0.72, width * 0.52);
  const wide = long * (random.integer(24, 30) / 100);
  const x = Math.round(width / 2);
  const y = Math.round(height * 0.5 + long * 0.5);
  const petal = (angle: number, scale: number, fill: string) => {
    const length = Math.round(long * scale);
    const half = Math.round(wide * scale * 1.35);
    const bulge = Math.round(length * 0.55);
    return `<path fill="${fill}" transform="translate(${x} ${y}) rotate(${angle})" d="M0 0Q${half}-${bulge} 0-${length}Q-${half}-${bulge} 0 0z"/>`;
  };
  const petals = [
    ...[-84, 84].map((angle) => petal(angle, 0.86, far)),
    ...[-56, 56].map((angle) => petal(angle, 0.94, middle)),
    ...[-28, 28].map((angle) => petal(angle, 1, far)),
    petal(0, 1.04, ink),
  ];
  return drawDisc(x, y - long * 0.62, long * 0.5, light) + petals.join("");
}

export function drawWaves({ width, height }: Box, { far, middle, ink, light }: CoverPalette, random: Random): string {
  const length = Math.round(width / random.integer(2, 3));
  const swell = Math.round(height * 0.09);
  const rows = [far, middle, ink, middle, far, ink].map((fill, row) => {
    const y = Math.round(height * (0.3 + row * 0.13));
    const crests = `t${length} 0`.repeat(Math.ceil((width * 2) / length) + 2);
    const start = -random.integer(length, length * 2);
    return drawPath(fill, `M${start} ${y}q${length >> 1} ${-swell * 2} ${length} 0${crests}V${height}H${start}z`);
  });
  return drawDisc(width * 0.5, height * 0.26, Math.min(width, height) * 0.17, light) + rows.join("");
}

export function drawRings(
  { width, height }: Box,
  { ground, far, middle, ink, light }: CoverPalette,
  random: Random,
): string {
  const count = random.integer(5, 7);
  const fills = [far, ground, middle, ground, far, ink, middle];
  const reach = Math.hypot(width, height) * 0.42;
  const discs = Array.from({ length: count }, (_, ring) =>
    drawDisc(width / 2, height / 2, reach * (1 - ring / (count + 0.4)), fills[ring] ?? far),
  );
  return discs.join("") + drawDisc(width / 2, height / 2, reach / (count + 3), light);
}

export function drawSunset({ width, height }: Box, { far, middle, ink, light }: CoverPalette, random: Random): string {
  const horizon = Math.round(height * (random.integer(50, 60) / 100));
  const radius = Math.min(width * 0.36, height * 0.4);
  const bars = Array.from({ length: 6 }, (_, bar) => {
    const wide = Math.round(radius * (1.7 - bar * 0.22));
    const y = horizon + Math.round(((height - horizon) * (bar + 0.5)) / 6.5);
    return `M${Math.round(width / 2) - wide} ${y}h${2 * wide}v${Math.max(3, 7 - bar)}h-${2 * wide}z`;
  });
  return (
    drawDisc(width / 2, horizon, radius * 1.3, far) +
    drawDisc(width / 2, horizon, radius, light) +
    drawPath(middle, `M0 ${horizon}h${width}V${height}H0z`) +
    drawPath(ink, bars.join(""))
  );
}

export function drawOrbits({ width, height }: Box, { far, middle, ink, light }: CoverPalette, random: Random): string {
  const reach = Math.min(width, height) * 0.46;
  const path = [0.4, 0.6, 0.8, 1].map((part) => {
    const radius = Math.round(reach * part);
    const angle = (random.integer(0, 35) * Math.PI) / 18;
    const ring = `<circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="none" stroke="${middle}" stroke-width="2"/>`;
    const size = reach * (random.integer(6, 11) / 100);
    return ring + drawDisc(width / 2 + Math.cos(angle) * radius, height / 2 + Math.sin(angle) * radius, size, ink);
  });
  return (
    drawDisc(width / 2, height / 2, reach * 1.06, far) +
    path.join("") +
    drawDisc(width / 2, height / 2, reach * 0.22, light)
  );
}

export function drawTiles({ width, height }: Box, { far, middle, ink, light }: CoverPalette, random: Random): string {
  const across = width < 120 ? 1 : random.integer(4, 5);
  const side = Math.ceil(width / across);
  const paths = [far, middle, ink, light].map((fill) => ({ fill, path: "" }));
  const arc = `a${side} ${side} 0 0 1`;
  for (let y = 0; y < height; y += side)
    for (let x = 0; x < width; x += side) {
      const corners = [
        `M${x} ${y}h${side}${arc}-${side} ${side}z`,
        `M${x + side} ${y}v${side}${arc}-${side}-${side}z`,
        `M${x + side} ${y + side}h-${side}${arc} ${side}-${side}z`,
        `M${x} ${y + side}v-${side}${arc} ${side} ${side}z`,
      ];
      const tile = pick(paths, random);
      tile.path += pick(corners, random);
    }
  return paths.map(({ fill, path }) => (path ? drawPath(fill, path) : "")).join("");
}

export function drawPillars({ width, height }: Box, { far, middle, ink, light }: CoverPalette, random: Random): string {
  const count = width < 120 ? 3 : 9;
  const step = width / count;
  const rows = [far, middle, ink].map((fill, row) => {
    const bars = Array.from({ length: count }, (_, bar) => {
      const fromMiddle = Math.abs(bar - (count - 1) / 2) / count;
      const top = Math.round(height * (0.16 + row * 0.2 + fromMiddle * 0.5) + random.integer(0, 8));
      const wide = Math.round(step * (1 - row * 0.28));
      return `M${Math.round(bar * step + (step - wide) / 2)} ${top}h${wide}V${height}h-${wide}z`;
    });
    return drawPath(fill, bars.join(""));
  });
  return drawDisc(width / 2, height * 0.16, Math.min(width, height) * 0.12, light) + rows.join("");
}

export function drawStairs({ width, height }: Box, { far, middle, ink, light }: CoverPalette, random: Random): string {
  const count = random.integer(5, 7);
  const step = width / count;
  const flights = [far, middle, ink].map((fill, row) => {
    const rise = (height * (0.78 - row * 0.24)) / count;
    const treads = Array.from({ length: count }, () => `v-${Math.round(rise)}h${Math.ceil(step)}`);
    return drawPath(fill, `M0 ${height}${treads.join("")}V${height}z`);
  });
  return drawDisc(width * 0.32, height * 0.3, Math.min(width, height) * 0.17, light) + flights.join("");
}

export function drawPeaks({ width, height }: Box, { far, middle, ink, light }: CoverPalette, random: Random): string {
  const ranges = [far, middle, ink].map((fill, row) => {
    const x = Math.round((width * random.integer(15 + row * 5, 85 - row * 5)) / 100);
    const top = Math.round(height * (0.2 + row * 0.22));
    const foot = Math.round(height * 0.95 - top * 0.3);
    return drawPath(fill, `M${x} ${top}l${foot} ${height - top}h-${2 * foot}z`);
  });
  const sun = drawDisc((width * random.integer(25, 75)) / 100, height * 0.26, Math.min(width, height) * 0.15, light);
  return sun + ranges.join("");
}
