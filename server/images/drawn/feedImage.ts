import { LRUCache } from "lru-cache";
import { FEED_IMAGE } from "../../../core/feed/feed.ts";
import { drawSkyline } from "../../../core/skyline.ts";
import type { PublicEdition } from "../../editions/public.ts";
import { drawEmblem, getEmblemWidth, toPng, toSvgDocument } from "./svg.ts";

const EMBLEM = { size: 64, step: 100, y: 72 };
const SKYLINE_WIDTH = 320;

/** Drawn files by their SVG source. */
const images = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: 20 });

/** Returns the image of an edition's feeds as a PNG file: its emblem in the sky of its skyline. */
export function drawFeedImage({ name, sections, emblem }: PublicEdition): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = FEED_IMAGE;
  const scale = width / SKYLINE_WIDTH;
  const skyline = drawSkyline(name, sections[0]?.tone ?? "lake");
  const svg = toSvgDocument(
    FEED_IMAGE,
    `<g transform="translate(0 ${height - 180 * scale}) scale(${scale})">${skyline}</g>` +
      (emblem ? drawEmblem(emblem, { ...EMBLEM, x: (width - getEmblemWidth(emblem, EMBLEM)) / 2 }) : ""),
  );
  const image = images.get(svg) ?? toPng(svg);
  images.set(svg, image);
  return image;
}
