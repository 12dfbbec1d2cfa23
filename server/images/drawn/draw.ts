import { escapeUTF8 } from "entities";
import sharp, { type OverlayOptions } from "sharp";
import { drawPanorama, type Tone } from "../../../core/skyline.ts";
import type { Edition } from "../../editions/load.ts";
import { CARD_HEIGHT, CARD_WIDTH } from "../../editions/socialImageUrl.ts";
import type { Typeface, Typefaces } from "./typefaces.ts";

/** What stands on a card. */
export interface CardWords {
  headline: string;
  /** Over the headline, beside the section's marker; null where there is none. */
  section: string | null;
  nameplate: Edition["nameplate"];
  emblem: Edition["emblem"];
  tone: Tone;
  /** What the skyline is derived from. */
  seed: string;
}

const MARGIN = 60;
const TEXT_WIDTH = CARD_WIDTH - 2 * MARGIN;
/** The headline is set in the largest of these sizes in which it fits its room; one that fits none is cut. */
const SIZES = [84, 74, 64, 56, 48];
const ROOM = 290;
const LONGEST = 190;
const STRIP = 96;

const INK = "#14171a";
const RED = "#c8102e";
/** The red of the dark theme, for the dark strip. */
const LIGHT_RED = "#ff5468";
const WHITE = "#ffffff";

/** Draws a card: the headline in the sky of its skyline, the edition's name under it. A JPEG, 1200 by 630. */
export async function drawCard(words: CardWords, { serif, sans }: Typefaces): Promise<Buffer<ArrayBuffer>> {
  const { nameplate, section } = words;
  const layers: OverlayOptions[] = [];
  if (section) {
    const text = await set(sans, markup(section, { weight: 700, size: 27, color: INK }));
    layers.push({ input: rectangle(12, 28), left: MARGIN, top: 58 });
    layers.push({ input: text.data, left: MARGIN + 26, top: 72 - Math.round(text.info.height / 2) });
  }
  const headline = await setHeadline(shorten(words.headline), serif);
  layers.push({ input: headline, left: MARGIN, top: section ? 112 : 76 });
  const name =
    markup(nameplate.first && `${nameplate.first} `, { weight: 400, size: 44, color: WHITE }) +
    markup(nameplate.second, { weight: 700, size: 44, color: WHITE });
  const plate = await set(serif, name);
  // The strip's letters stand on one line whether or not one of them reaches below it.
  layers.push({ input: plate.data, left: MARGIN, top: CARD_HEIGHT - STRIP + 30 });
  if (words.emblem) layers.push(emblemLayer(words.emblem));
  const scene = Buffer.from(drawPanorama(words.seed, words.tone));
  return sharp(scene, { density: 144 })
    .resize(CARD_WIDTH, CARD_HEIGHT)
    .composite(layers)
    .flatten({ background: WHITE })
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
}

async function setHeadline(headline: string, face: Typeface): Promise<Buffer> {
  let smallest = Buffer.alloc(0);
  for (const size of SIZES) {
    const { data, info } = await set(face, markup(headline, { weight: 600, size, color: INK }), TEXT_WIDTH);
    if (info.height <= ROOM) return data;
    smallest = data;
  }
  return sharp(smallest).resize({ height: ROOM }).toBuffer();
}

/** A long headline ends at a word. */
function shorten(headline: string): string {
  if (headline.length <= LONGEST) return headline;
  const cut = headline.slice(0, LONGEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), LONGEST - 30)).trimEnd()}…`;
}

/** Sets a text in one of our faces, black on nothing but for the colors of its markup. */
export function set({ family, file }: Typeface, text: string, width?: number) {
  const wrapped = width ? { width, wrap: "word-char" as const, spacing: 6 } : {};
  // At 72 dots an inch a point is a pixel.
  return sharp({
    text: { text: `<span font_family="${family}">${text}</span>`, fontfile: file, rgba: true, dpi: 72, ...wrapped },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

export function markup(text: string, { weight, size, color }: { weight: number; size: number; color: string }): string {
  return `<span font_weight="${weight}" size="${size}pt" foreground="${color}">${escapeUTF8(withoutControls(text))}</span>`;
}

/** What no XML may hold would make the whole text unreadable to the drawing library. */
function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, " ");
}

/** The edition's marks, in a row that ends at the right margin. */
function emblemLayer({ path, count }: NonNullable<Edition["emblem"]>): OverlayOptions {
  const [size, step] = [30, 40];
  const width = (count - 1) * step + size;
  const marks = Array.from(
    { length: count },
    (_, place) => `<path transform="translate(${place * step}) scale(${size / 24})" d="${escapeUTF8(path)}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${size}" fill="${LIGHT_RED}">${marks.join("")}</svg>`;
  return { input: Buffer.from(svg), left: CARD_WIDTH - MARGIN - width, top: CARD_HEIGHT - (STRIP + size) / 2 };
}

function rectangle(width: number, height: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${RED}"/></svg>`,
  );
}
