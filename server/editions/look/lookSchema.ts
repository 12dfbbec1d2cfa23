import { z } from "zod";
import { LANDSCAPES, TONES } from "../../../core/motifs.ts";
import { mediaFile, text } from "../fields.ts";
import { accentSchema, hexColor } from "./accent.ts";
import { typefacesSchema } from "./typefaces/typefaceSchema.ts";

export const emblemSchema = z.strictObject({
  path: text.describe("SVG path on a 24 by 24 grid."),
  count: z.int().min(1).max(6).describe("Number of times that the path is drawn, side by side."),
});

const weight = z.int().min(100, "a font weight from 100 to 900").max(900, "a font weight from 100 to 900");

const logoFile = mediaFile.refine((name) => name.endsWith(".svg"), "the name of an SVG file in the media folder");

/** Logos are shown as images, never inlined: an inlined SVG file could run scripts. */
const logo = z.strictObject({
  light: logoFile.meta({ description: "SVG file in media/ for light pages.", examples: ["logo.svg"] }),
  dark: logoFile.meta({ description: "SVG file in media/ for dark pages.", examples: ["logo-dark.svg"] }),
});

const nameplate = z.strictObject({
  weights: z
    .tuple([weight, weight])
    .meta({ description: "Font weights of the nameplate's first and second part.", examples: [[400, 700]] })
    .optional(),
  logo: logo
    .describe("Drawing in place of the nameplate on pages; icons, mails and social images keep the text.")
    .optional(),
});

const palette = z.tuple([hexColor, hexColor, hexColor, hexColor]);

export const lookSchema = z
  .strictObject({
    accent: accentSchema
      .meta({
        description:
          "Color of markers, of what is live or breaking, and of the emblem: one color, or one for each theme. Text in it must have a contrast of 4.5:1. Washes and the footer follow its hue.",
        examples: ["#0b6e4f"],
      })
      .optional(),
    nameplate: nameplate.prefault({}).describe("How the nameplate is set."),
    typefaces: typefacesSchema.default("newsreader").meta({
      description:
        "Typefaces of headlines and text; menus and labels are in Libre Franklin. `newsreader`: both in Newsreader. `franklin-headlines`: headlines in Libre Franklin. `franklin-text`: text in Libre Franklin. Or own files. Social images follow the headlines; mails have the nearest typefaces that mail programs have.",
    }),
    emblem: emblemSchema.describe("Ornament under the nameplate, in icons and in social images.").optional(),
    motif: z
      .enum(LANDSCAPES)
      .default("skyline")
      .describe("What is drawn where a story has no photo, in social images and in mails."),
    palettes: z
      .partialRecord(z.enum(TONES), palette)
      .default({})
      .meta({
        description:
          "Colors of drawings, by the `tone` of a section, page or ad: of the sky, and of what is far, nearer and near.",
        examples: [{ lake: ["#d5e8e4", "#8fbdb4", "#3d7f78", "#123f3c"] }],
      }),
  })
  .prefault({});

export type Look = z.infer<typeof lookSchema>;
