import { dropInvalidCharacters, escapeXml } from "../../../core/feed/xml.ts";
import type { Edition } from "../../editions/loading/load.ts";

export const INK = "#14171a";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Emblem = NonNullable<Edition["emblem"]>;

interface EmblemRow {
  x: number;
  y: number;
  size: number;
  step: number;
  color: string;
}

export function toSvgDocument({ width, height }: Pick<Box, "width" | "height">, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
}

/** Converts an SVG document to a PNG file. Loads sharp on first use, since it takes about 20 MB of memory. */
export async function toPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer());
}

export function drawRectangle({ x, y, width, height }: Box, color: string): string {
  return `<path fill="${color}" d="M${x} ${y}h${width}v${height}h-${width}z"/>`;
}

/** Draws an emblem's path `count` times in a row. Each copy is `size` wide. The left edges are `step` apart. */
export function drawEmblem({ path, count }: Emblem, { x, y, size, step, color }: EmblemRow): string {
  const marks = Array.from(
    { length: count },
    (_, index) => `<path transform="translate(${x + index * step} ${y}) scale(${size / 24})" d="${escapeXml(path)}"/>`,
  );
  return `<g fill="${color}">${marks.join("")}</g>`;
}

export function getEmblemWidth({ count }: Emblem, { size, step }: Pick<EmblemRow, "size" | "step">): number {
  return (count - 1) * step + size;
}

/** Removes characters that XML forbids and characters that reorder text. Collapses white space. */
export function cleanText(text: string): string {
  return dropInvalidCharacters(text)
    .replace(/[\p{Bidi_Control}\u2060]/gu, "")
    .replace(/[^\S\u00a0]+/gu, " ")
    .trim();
}
