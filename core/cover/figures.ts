import { oneOf, type Random } from "../random.ts";
import type { Palette } from "./palettes.ts";

/** A box on the cover that a figure fills to its edges. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws into a box whose corner is the origin; what reaches over its edges is cut off. */
export type Figure = (box: Box, palette: Palette, random: Random) => string;

function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(radius)}" fill="${fill}"/>`;
}

function area(fill: string, path: string): string {
  return `<path fill="${fill}" d="${path}"/>`;
}

/** Doors within doors. */
export function arches({ width, height }: Box, { far, middle, ink, light }: Palette, random: Random): string {
  const step = width / random.between(10, 12);
  const fills = [far, middle, ink, middle, light];
  return fills
    .map((fill, place) => {
      const radius = Math.round(width / 2 - step * (place + 0.4));
      const top = Math.round(height * 0.1 + step * place * 1.15) + radius;
      return area(
        fill,
        `M${Math.round(width / 2) - radius} ${height}V${top}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${height}z`,
      );
    })
    .join("");
}

/** A half sun that sends its rays to the edges. */
export function rays({ width, height }: Box, { far, middle, light }: Palette, random: Random): string {
  const count = random.between(9, 13);
  const reach = width + height;
  const x = Math.round(width / 2);
  const at = (turn: number) => {
    const angle = Math.PI * (1 + turn / (2 * count));
    return `${x + Math.round(Math.cos(angle) * reach)} ${height + Math.round(Math.sin(angle) * reach)}`;
  };
  const beams = Array.from(
    { length: count },
    (_, beam) => `M${x} ${height}L${at(beam * 2 + 0.5)} ${at(beam * 2 + 1.5)}z`,
  );
  const radius = Math.min(width * 0.34, height * 0.46);
  return area(far, beams.join("")) + disc(x, height, radius * 1.24, middle) + disc(x, height, radius, light);
}

/** A lotus, its outer leaves first. */
export function petals({ width, height }: Box, { far, middle, ink, light }: Palette, random: Random): string {
  const long = Math.min(height * 0.72, width * 0.52);
  const wide = long * (random.between(24, 30) / 100);
  const x = Math.round(width / 2);
  const y = Math.round(height * 0.5 + long * 0.5);
  const leaf = (angle: number, scale: number, fill: string) => {
    const length = Math.round(long * scale);
    const half = Math.round(wide * scale * 1.35);
    const middleOf = Math.round(length * 0.55);
    return `<path fill="${fill}" transform="translate(${x} ${y}) rotate(${angle})" d="M0 0Q${half}-${middleOf} 0-${length}Q-${half}-${middleOf} 0 0z"/>`;
  };
  const leaves = [
    ...[-84, 84].map((angle) => leaf(angle, 0.86, far)),
    ...[-56, 56].map((angle) => leaf(angle, 0.94, middle)),
    ...[-28, 28].map((angle) => leaf(angle, 1, far)),
    leaf(0, 1.04, ink),
  ];
  return disc(x, y - long * 0.62, long * 0.5, light) + leaves.join("");
}

/** Swell behind swell. */
export function waves({ width, height }: Box, { far, middle, ink, light }: Palette, random: Random): string {
  const length = Math.round(width / random.between(2, 3));
  const swell = Math.round(height * 0.09);
  const rows = [far, middle, ink, middle, far, ink].map((fill, row) => {
    const y = Math.round(height * (0.3 + row * 0.13));
    const crests = `t${length} 0`.repeat(Math.ceil((width * 2) / length) + 2);
    const start = -random.between(length, length * 2);
    return area(fill, `M${start} ${y}q${length >> 1} ${-swell * 2} ${length} 0${crests}V${height}H${start}z`);
  });
  return disc(width * 0.5, height * 0.26, Math.min(width, height) * 0.17, light) + rows.join("");
}

/** Rings on water. */
export function rings({ width, height }: Box, { ground, far, middle, ink, light }: Palette, random: Random): string {
  const count = random.between(5, 7);
  const fills = [far, ground, middle, ground, far, ink, middle];
  const reach = Math.hypot(width, height) * 0.42;
  const discs = Array.from({ length: count }, (_, ring) =>
    disc(width / 2, height / 2, reach * (1 - ring / (count + 0.4)), fills[ring] ?? far),
  );
  return discs.join("") + disc(width / 2, height / 2, reach / (count + 3), light);
}

/** A sun that goes down over water and is broken into bars there. */
export function sunset({ width, height }: Box, { far, middle, ink, light }: Palette, random: Random): string {
  const horizon = Math.round(height * (random.between(50, 60) / 100));
  const radius = Math.min(width * 0.36, height * 0.4);
  const bars = Array.from({ length: 6 }, (_, bar) => {
    const wide = Math.round(radius * (1.7 - bar * 0.22));
    const y = horizon + Math.round(((height - horizon) * (bar + 0.5)) / 6.5);
    return `M${Math.round(width / 2) - wide} ${y}h${2 * wide}v${Math.max(3, 7 - bar)}h-${2 * wide}z`;
  });
  return (
    disc(width / 2, horizon, radius * 1.3, far) +
    disc(width / 2, horizon, radius, light) +
    area(middle, `M0 ${horizon}h${width}V${height}H0z`) +
    area(ink, bars.join(""))
  );
}

/** Rings with something going round on each. */
export function orbits({ width, height }: Box, { far, middle, ink, light }: Palette, random: Random): string {
  const reach = Math.min(width, height) * 0.46;
  const path = [0.4, 0.6, 0.8, 1].map((part) => {
    const radius = Math.round(reach * part);
    const angle = (random.between(0, 35) * Math.PI) / 18;
    const ring = `<circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="none" stroke="${middle}" stroke-width="2"/>`;
    const size = reach * (random.between(6, 11) / 100);
    return ring + disc(width / 2 + Math.cos(angle) * radius, height / 2 + Math.sin(angle) * radius, size, ink);
  });
  return (
    disc(width / 2, height / 2, reach * 1.06, far) + path.join("") + disc(width / 2, height / 2, reach * 0.22, light)
  );
}

/** Quarters of discs, laid like tiles. */
export function tiles({ width, height }: Box, { far, middle, ink, light }: Palette, random: Random): string {
  const across = width < 120 ? 1 : random.between(4, 5);
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
      const tile = oneOf(paths, random);
      tile.path += oneOf(corners, random);
    }
  return paths.map(({ fill, path }) => (path ? area(fill, path) : "")).join("");
}

/** A hall of pillars, highest in the middle. */
export function pillars({ width, height }: Box, { far, middle, ink, light }: Palette, random: Random): string {
  const count = width < 120 ? 3 : 9;
  const step = width / count;
  const rows = [far, middle, ink].map((fill, row) => {
    const bars = Array.from({ length: count }, (_, bar) => {
      const fromMiddle = Math.abs(bar - (count - 1) / 2) / count;
      const top = Math.round(height * (0.16 + row * 0.2 + fromMiddle * 0.5) + random.between(0, 8));
      const wide = Math.round(step * (1 - row * 0.28));
      return `M${Math.round(bar * step + (step - wide) / 2)} ${top}h${wide}V${height}h-${wide}z`;
    });
    return area(fill, bars.join(""));
  });
  return disc(width / 2, height * 0.16, Math.min(width, height) * 0.12, light) + rows.join("");
}

/** Stairs that climb to a sun. */
export function stairs({ width, height }: Box, { far, middle, ink, light }: Palette, random: Random): string {
  const count = random.between(5, 7);
  const step = width / count;
  const flights = [far, middle, ink].map((fill, row) => {
    const rise = (height * (0.78 - row * 0.24)) / count;
    const treads = Array.from({ length: count }, () => `v-${Math.round(rise)}h${Math.ceil(step)}`);
    return area(fill, `M0 ${height}${treads.join("")}V${height}z`);
  });
  return disc(width * 0.32, height * 0.3, Math.min(width, height) * 0.17, light) + flights.join("");
}

/** Mountains, the nearest lowest. */
export function peaks({ width, height }: Box, { far, middle, ink, light }: Palette, random: Random): string {
  const ranges = [far, middle, ink].map((fill, row) => {
    const x = Math.round((width * random.between(15 + row * 5, 85 - row * 5)) / 100);
    const top = Math.round(height * (0.2 + row * 0.22));
    const foot = Math.round(height * 0.95 - top * 0.3);
    return area(fill, `M${x} ${top}l${foot} ${height - top}h-${2 * foot}z`);
  });
  const sun = disc((width * random.between(25, 75)) / 100, height * 0.26, Math.min(width, height) * 0.15, light);
  return sun + ranges.join("");
}
