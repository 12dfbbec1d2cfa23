import { escapeUTF8 } from "entities";
import sharp from "sharp";
import type { Edition } from "../../editions/load.ts";
import { markup, set } from "./draw.ts";
import type { Typefaces } from "./typefaces.ts";

/** What an icon may be: its side in pixels, and whether a device may cut it to a shape of its own. */
export const ICONS = {
  "icon-192": { side: 192, isMaskable: false },
  "icon-512": { side: 512, isMaskable: false },
  "maskable-512": { side: 512, isMaskable: true },
  "apple-touch-icon": { side: 180, isMaskable: true },
} as const;

export type IconShape = (typeof ICONS)[keyof typeof ICONS];

const PAPER = "#ffffff";
const INK = "#14171a";
const RED = "#c8102e";

/** Draws the first letter of the nameplate's bold part over the edition's mark: ink on paper, a PNG. */
export async function drawIcon(
  { nameplate, emblem }: Pick<Edition, "nameplate" | "emblem">,
  { side, isMaskable }: IconShape,
  { serif }: Typefaces,
): Promise<Buffer<ArrayBuffer>> {
  // What a device cuts off lies outside a circle of four fifths of the side.
  const room = side * (isMaskable ? 0.56 : 0.76);
  const [initial = ""] = nameplate.second;
  const drawn = await set(serif, markup(initial, { weight: 700, size: side, color: INK }));
  const height = Math.round(room * (emblem ? 0.68 : 0.9));
  const letter = await sharp(drawn.data)
    .trim()
    .resize({ height, width: Math.round(room), fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const marks = emblem ? marksOf(emblem, Math.round(room)) : null;
  const gap = Math.round(room * 0.12);
  const top = Math.round((side - letter.info.height - (marks ? marks.height + gap : 0)) / 2);
  return sharp({ create: { width: side, height: side, channels: 3, background: PAPER } })
    .composite([
      { input: letter.data, left: Math.round((side - letter.info.width) / 2), top },
      ...(marks
        ? [{ input: marks.svg, left: Math.round((side - marks.width) / 2), top: top + letter.info.height + gap }]
        : []),
    ])
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

function marksOf({ path, count }: NonNullable<Edition["emblem"]>, room: number) {
  const size = Math.round(room * 0.16);
  const step = Math.round(room * 0.24);
  const width = (count - 1) * step + size;
  const marks = Array.from(
    { length: count },
    (_, place) => `<path transform="translate(${place * step}) scale(${size / 24})" d="${escapeUTF8(path)}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${size}" fill="${RED}">${marks.join("")}</svg>`;
  return { svg: Buffer.from(svg), width, height: size };
}
