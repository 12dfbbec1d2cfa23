/** A color in Oklch, Oklab's polar form (Björn Ottosson): lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

type Triple = readonly [number, number, number];

/** Number of steps of a binary search. More steps would not change the resulting 24-bit color. */
const SEARCH_STEPS = 24;

/** Converts an sRGB color, such as "#c8102e", to Oklch. */
export function toOklch(color: string): Oklch {
  const [red, green, blue] = parseLinearRgb(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

/** Converts a color to sRGB ("#rrggbb"). If screens cannot show it, lowers its chroma and keeps lightness and hue. */
export function toHex(color: Oklch): string {
  const lightness = Math.min(1, Math.max(0, color.lightness));
  const isShown = (chroma: number) =>
    toLinearRgb({ ...color, lightness, chroma }).every((value) => value > -0.0005 && value < 1.0005);
  const chroma = isShown(color.chroma) ? color.chroma : searchLimit(0, color.chroma, isShown);
  const bytes = toLinearRgb({ ...color, lightness, chroma }).map((value) =>
    Math.round(255 * Math.min(1, Math.max(0, encodeGamma(value)))),
  );
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function getContrast(one: string, other: string): number {
  const [lighter, darker] = [getLuminance(one), getLuminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Returns `color` if it has a contrast of at least `min` with each of the `surfaces`. Otherwise changes the lightness
 * of `color` as little as possible to reach this contrast.
 *
 * @param toward "darker" for light surfaces, "lighter" for dark ones
 */
export function adjustContrast(
  color: string,
  { surfaces, min, toward }: { surfaces: readonly string[]; min: number; toward: "darker" | "lighter" },
): string {
  const passes = (candidate: string) => surfaces.every((surface) => getContrast(candidate, surface) >= min);
  if (passes(color)) return color;
  const origin = toOklch(color);
  const at = (lightness: number) => toHex({ ...origin, lightness });
  const limit = searchLimit(toward === "darker" ? 0 : 1, origin.lightness, (lightness) => passes(at(lightness)));
  return at(limit);
}

/** Returns the passing value nearest to `end`. Expects that `start` passes and `end` does not. */
function searchLimit(start: number, end: number, passes: (value: number) => boolean): number {
  let [good, bad] = [start, end];
  for (let step = 0; step < SEARCH_STEPS; step++) {
    const middle = (good + bad) / 2;
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Triple {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Parses a color such as "#c8102e" into linear red, green and blue, each from 0 to 1. */
function parseLinearRgb(color: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

/** Converts linear light to an sRGB value; both are from 0 to 1. */
function encodeGamma(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

function getLuminance(color: string): number {
  const [red, green, blue] = parseLinearRgb(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
