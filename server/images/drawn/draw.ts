import sharp from "sharp";
import { drawSkyline, type Tone } from "../../../core/skyline.ts";
import type { BookCover } from "../../editions/books.ts";
import type { Edition } from "../../editions/load.ts";
import { drawAppIcon, type IconShape } from "./appIcon.ts";
import { drawBookCover } from "./bookCover.ts";
import { drawFeedImage, drawIcoFavicon } from "./emblemImages.ts";
import { cropSocialImage, drawSocialImage, type SocialImageInput } from "./socialImage.ts";

/** Everything that a drawn image shows, as plain data: equal data means the same image. */
export type Drawing =
  | { kind: "socialImage"; input: SocialImageInput }
  /** Crops the photo that is passed beside it. `key` names the photo. */
  | { kind: "socialPhoto"; key: string }
  | { kind: "mailPhoto"; key: string }
  | { kind: "mailSkyline"; seed: string; tone: Tone }
  | { kind: "appIcon"; nameplate: Edition["nameplate"]; emblem: Edition["emblem"]; shape: IconShape }
  | { kind: "feedImage"; name: string; tone: Tone; emblem: Edition["emblem"] }
  | { kind: "favicon"; emblem: Edition["emblem"] }
  | { kind: "bookCover"; cover: BookCover };

/** Twice the size at which mails show an image. */
const MAIL_WIDTH = 1104;
const MAIL_HEIGHT = 621;
/** Pixels per inch at which the skyline's SVG is drawn, so that it is larger than a mail's image. */
const SKYLINE_DENSITY = 250;

/** Returns the image's file. Takes up to a second of processor time, so a process of its own calls this. */
export async function draw(drawing: Drawing, photo: Uint8Array): Promise<Uint8Array> {
  switch (drawing.kind) {
    case "socialImage":
      return drawSocialImage(drawing.input);
    case "socialPhoto":
      return cropSocialImage(photo);
    case "mailPhoto":
      return sharp(photo).resize(MAIL_WIDTH).flatten({ background: "#ffffff" }).jpeg(MAIL_JPEG).toBuffer();
    case "mailSkyline":
      return sharp(Buffer.from(drawSkyline(drawing.seed, drawing.tone)), { density: SKYLINE_DENSITY })
        .resize(MAIL_WIDTH, MAIL_HEIGHT, { fit: "cover", position: "bottom" })
        .flatten({ background: "#ffffff" })
        .jpeg(MAIL_JPEG)
        .toBuffer();
    case "appIcon":
      return drawAppIcon(drawing, drawing.shape);
    case "feedImage":
      return drawFeedImage(drawing);
    case "favicon":
      return drawIcoFavicon(drawing.emblem);
    case "bookCover":
      return Buffer.from(drawBookCover(drawing.cover));
  }
}

const MAIL_JPEG = { quality: 80, mozjpeg: true };
