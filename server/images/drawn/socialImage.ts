import sharp from "sharp";
import type { Scenery, Tone } from "../../../core/motifs.ts";
import { drawPanorama } from "../../../core/skyline.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { getAccent } from "../../editions/look/accent.ts";
import type { DrawnLook } from "../../editions/look/drawnLook.ts";
import { SOCIAL_IMAGE_HEIGHT, SOCIAL_IMAGE_WIDTH } from "../../editions/schema/socialImageUrl.ts";
import { type HeadlineFaces, loadHeadlineFaces } from "./headlineFaces.ts";
import { drawEmblem, drawRectangle, getEmblemWidth, INK, toSvgDocument } from "./svg.ts";
import { drawText, fitText, getTextWidth, withOutlines } from "./typesetter.ts";

export interface SocialImageInput {
  headline: string;
  /** Text beside a colored bar above the headline, such as publisher and section; null for no text and no bar. */
  label: string | null;
  nameplate: Edition["nameplate"];
  emblem: Edition["emblem"];
  tone: Tone;
  scenery?: Scenery | undefined;
  look?: DrawnLook | undefined;
  /** Seed of the random shapes in the skyline. */
  seed: string;
}

const MARGIN = 60;
const TEXT_WIDTH = SOCIAL_IMAGE_WIDTH - 2 * MARGIN;
const HEADLINE = { width: TEXT_WIDTH, height: 306, largest: 88, smallest: 46, leading: 1.12 };
/** Height of the dark strip at the bottom, in pixels. */
const STRIP = 96;
const STRIP_TEXT_TOP = SOCIAL_IMAGE_HEIGHT - STRIP + 33;
const EMBLEM = { size: 30, step: 40 };
const WHITE = "#ffffff";

/**
 * Draws a social image as a JPEG file of 1200 by 630 pixels: the headline above a skyline, and the nameplate below.
 *
 * @param woff2 the file of the look's own headline typeface
 */
export async function drawSocialImage(input: SocialImageInput, woff2?: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const faces = await loadHeadlineFaces(input.look?.headlines, woff2);
  return sharp(Buffer.from(toSocialImageSvg(input, faces)))
    .flatten({ background: WHITE })
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
}

/** Crops an image to a social image: a JPEG file of 1200 by 630 pixels. */
export async function cropSocialImage(imageBytes: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return sharp(imageBytes)
    .resize(SOCIAL_IMAGE_WIDTH, SOCIAL_IMAGE_HEIGHT, { fit: "cover", position: "attention" })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

function toSocialImageSvg(
  { headline, label, nameplate, emblem, look, tone, scenery, seed }: SocialImageInput,
  faces: HeadlineFaces,
): string {
  const accent = getAccent(look);
  const text = fitText(headline, faces.headline, HEADLINE);
  const emblemWidth = emblem ? getEmblemWidth(emblem, EMBLEM) : 0;
  const emblemX = SOCIAL_IMAGE_WIDTH - MARGIN - emblemWidth;
  const emblemY = SOCIAL_IMAGE_HEIGHT - (STRIP + EMBLEM.size) / 2;
  const drawing =
    `<g transform="scale(2)">${drawPanorama(seed, tone, scenery)}</g>` +
    (label === null ? "" : drawLabel(label, accent.light)) +
    drawText(text, MARGIN, label ? 120 : 84, INK) +
    drawNameplate(nameplate, TEXT_WIDTH - emblemWidth - MARGIN, faces) +
    (emblem ? drawEmblem(emblem, { ...EMBLEM, x: emblemX, y: emblemY, color: accent.dark }) : "");
  return toSvgDocument({ width: SOCIAL_IMAGE_WIDTH, height: SOCIAL_IMAGE_HEIGHT }, withOutlines(drawing));
}

function drawLabel(label: string, color: string): string {
  const indent = 26;
  const space = { width: TEXT_WIDTH - indent, height: 40, largest: 27, smallest: 27, leading: 1 };
  return (
    drawRectangle({ x: MARGIN, y: 58, width: 12, height: 28 }, color) +
    drawText(fitText(label, "libre-franklin-700", space), MARGIN + indent, 62, INK)
  );
}

/** Draws the nameplate on one line that ends before the emblem: the first part light, the second bold. */
function drawNameplate({ first, second }: Edition["nameplate"], width: number, faces: HeadlineFaces): string {
  const space = { width, height: 50, largest: 44, smallest: 44, leading: 1 };
  const light = fitText(first, faces.first, space);
  const indent = first ? getTextWidth(light) + 10 : 0;
  const bold = fitText(second, faces.second, { ...space, width: width - indent });
  return drawText(light, MARGIN, STRIP_TEXT_TOP, WHITE) + drawText(bold, MARGIN + indent, STRIP_TEXT_TOP, WHITE);
}
