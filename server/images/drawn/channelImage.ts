import sharp from "sharp";
import { FEED_IMAGE } from "../../../core/feed/feed.ts";
import { drawSkyline } from "../../../core/skyline.ts";
import type { PublicEdition } from "../../editions/public.ts";

const MARK = 64;
const GAP = 36;
const RED = "#c8102e";

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The picture of an edition's feeds: its skyline with its mark in the sky. Drawn once, as a PNG file. */
export function feedImage(edition: PublicEdition): Promise<Uint8Array<ArrayBuffer>> {
  const skyline = drawSkyline(edition.name, edition.sections[0]?.tone ?? "lake");
  const marks = drawMarks(edition.emblem);
  const key = skyline + marks;
  const image = drawn.get(key) ?? draw(skyline, marks);
  drawn.set(key, image);
  return image;
}

async function draw(skyline: string, marks: string): Promise<Uint8Array<ArrayBuffer>> {
  // A drawing is made of pixels at 72 a unit's inch; so many make its 320 units as wide as the picture.
  const density = (72 * FEED_IMAGE.width) / 320;
  const bytes = await sharp(Buffer.from(skyline), { density })
    .resize({ ...FEED_IMAGE, fit: "cover", position: "bottom" })
    .composite([{ input: Buffer.from(marks) }])
    .png({ palette: true })
    .toBuffer();
  return new Uint8Array(bytes);
}

function drawMarks(emblem: PublicEdition["emblem"]): string {
  const count = emblem?.count ?? 0;
  const start = (FEED_IMAGE.width - count * MARK - (count - 1) * GAP) / 2;
  const marks = Array.from(
    { length: count },
    (_, place) =>
      `<path transform="translate(${start + place * (MARK + GAP)} 72) scale(${MARK / 24})" d="${emblem?.path}" fill="${RED}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${FEED_IMAGE.width}" height="${FEED_IMAGE.height}">${marks.join("")}</svg>`;
}
