import sharp from "sharp";
import type { Scenery, Tone } from "../../../core/motifs.ts";
import { drawScenery } from "../../../core/skyline.ts";
import type { Edition } from "../../editions/loading/load.ts";
import type { DrawnLook } from "../../editions/look/drawnLook.ts";
import type { BookCover } from "../../editions/pages/books.ts";
import { drawAppIcon, type IconShape } from "./appIcon.ts";
import { drawBookCover } from "./bookCover.ts";
import { drawFeedImage, drawIcoFavicon } from "./emblemImages.ts";
import { cropSocialImage, drawSocialImage, type SocialImageInput } from "./socialImage.ts";

/** All input of a drawn image, as plain data. Equal input gives the same image. */
export type Drawing =
  | { kind: "socialImage"; input: SocialImageInput }
  /** The photo with the key `key`, cropped. The caller passes the photo's bytes to `draw`. */
  | { kind: "socialPhoto"; key: string }
  | { kind: "mailPhoto"; key: string }
  | { kind: "mailSkyline"; seed: string; tone: Tone; scenery?: Scenery | undefined }
  | {
      kind: "appIcon";
      nameplate: Edition["nameplate"];
      emblem: Edition["emblem"];
      look?: DrawnLook | undefined;
      shape: IconShape;
    }
  | {
      kind: "feedImage";
      name: string;
      tone: Tone;
      scenery?: Scenery | undefined;
      emblem: Edition["emblem"];
      look?: DrawnLook | undefined;
    }
  | { kind: "favicon"; emblem: Edition["emblem"]; look?: DrawnLook | undefined }
  | { kind: "bookCover"; cover: BookCover };

/** Width of images in mails, in pixels. Mails show them at half this size. */
const MAIL_WIDTH = 1104;
const MAIL_HEIGHT = 621;
/** Resolution for rendering the skyline's SVG, in pixels per inch. The result is larger than a mail's image needs. */
const SKYLINE_DENSITY = 250;

/**
 * Returns the image file. Runs in a child process, since drawing takes up to a second of processor time.
 *
 * @param bytes the photo or the typeface that the drawing needs
 */
export async function draw(drawing: Drawing, bytes: Uint8Array): Promise<Uint8Array> {
  switch (drawing.kind) {
    case "socialImage":
      return drawSocialImage(drawing.input, bytes);
    case "socialPhoto":
      return cropSocialImage(bytes);
    case "mailPhoto":
      return sharp(bytes).resize(MAIL_WIDTH).flatten({ background: "#ffffff" }).jpeg(MAIL_JPEG).toBuffer();
    case "mailSkyline":
      return sharp(Buffer.from(drawScenery(drawing.seed, drawing.tone, drawing.scenery ?? {})), {
        density: SKYLINE_DENSITY,
      })
        .resize(MAIL_WIDTH, MAIL_HEIGHT, { fit: "cover", position: "bottom" })
        .flatten({ background: "#ffffff" })
        .jpeg(MAIL_JPEG)
        .toBuffer();
    case "appIcon":
      return drawAppIcon(drawing, drawing.shape, bytes);
    case "feedImage":
      return drawFeedImage(drawing);
    case "favicon":
      return drawIcoFavicon(drawing);
    case "bookCover":
      return Buffer.from(drawBookCover(drawing.cover));
  }
}

const MAIL_JPEG = { quality: 80, mozjpeg: true };
