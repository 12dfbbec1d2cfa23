import { z } from "zod";
import { mediaFile, text } from "../fields.ts";
import { accentSchema } from "./accent.ts";

/** An ornament: an SVG path on a 24 by 24 grid, drawn `count` times. */
export const emblemSchema = z.strictObject({ path: text, count: z.int().min(1).max(6) });

const weight = z.int().min(100, "a font weight from 100 to 900").max(900, "a font weight from 100 to 900");

/** A drawing of the nameplate, a file of the edition's `media` folder per theme; shown as an image, never inlined. */
const logo = z.strictObject({ light: mediaFile, dark: mediaFile });

/** How the nameplate's texts are set. */
const nameplate = z
  .strictObject({
    /** Weights of the nameplate's first and second part. */
    weights: z.tuple([weight, weight]).optional(),
    /** Replaces the nameplate's texts on pages; other places keep the texts. */
    logo: logo.optional(),
  })
  .prefault({});

/** How an edition looks. Without any key, it looks like the first edition. */
export const lookSchema = z
  .strictObject({
    accent: accentSchema.optional(),
    nameplate,
    /** Ornament under the nameplate and in icons. */
    emblem: emblemSchema.optional(),
  })
  .prefault({});

export type Look = z.infer<typeof lookSchema>;
