import { FEED_IMAGE } from "../../../core/feed/feed.ts";
import type { Scenery, Tone } from "../../../core/motifs.ts";
import { drawScenery } from "../../../core/skyline.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { getAccent } from "../../editions/look/accent.ts";
import type { DrawnLook } from "../../editions/look/drawnLook.ts";
import { drawEmblem, getEmblemWidth, toPng, toSvgDocument } from "./svg.ts";

const EMBLEM = { size: 64, step: 100, y: 72 };
const SKYLINE_WIDTH = 320;

interface FeedImageInput {
  name: string;
  tone: Tone;
  scenery?: Scenery | undefined;
  emblem: Edition["emblem"];
  look?: DrawnLook | undefined;
}

/** Draws the image of an edition's feeds as a PNG file: the emblem above a skyline. */
export function drawFeedImage({ name, tone, scenery, emblem, look }: FeedImageInput): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = FEED_IMAGE;
  const scale = width / SKYLINE_WIDTH;
  const emblemRow = { ...EMBLEM, color: getAccent(look).light };
  return toPng(
    toSvgDocument(
      FEED_IMAGE,
      `<g transform="translate(0 ${height - 180 * scale}) scale(${scale})">${drawScenery(name, tone, scenery ?? {})}</g>` +
        (emblem ? drawEmblem(emblem, { ...emblemRow, x: (width - getEmblemWidth(emblem, EMBLEM)) / 2 }) : ""),
    ),
  );
}

type FaviconInput = Pick<FeedImageInput, "emblem" | "look">;

const SIDE = 32;
/** Path drawn for a missing emblem: the square that marks sections on pages. */
const SQUARE = "M3 3h18v18H3z";

/** Draws an edition's emblem, by default `SQUARE`, as an SVG favicon. */
export function drawSvgFavicon({ emblem, look }: FaviconInput): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${SIDE}" height="${SIDE}"><path d="${emblem?.path ?? SQUARE}" fill="${getAccent(look).light}"/></svg>`;
}

/** Draws the favicon of `drawSvgFavicon` as an ICO file that contains one PNG image. */
export async function drawIcoFavicon(input: FaviconInput): Promise<Uint8Array<ArrayBuffer>> {
  const png = await toPng(drawSvgFavicon(input));
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // number of images
  header.writeUInt8(SIDE, 6);
  header.writeUInt8(SIDE, 7);
  header.writeUInt16LE(1, 10); // color planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return new Uint8Array(Buffer.concat([header, png]));
}
