import { z } from "zod";
import { mediaFile } from "../../fields.ts";
import { findNearest } from "../../yaml/nearest.ts";
import type { GenericFamily } from "./measureTypeface.ts";

/**
 * Pairings of shipped typefaces. Headlines and text are in Newsreader, or in Libre Franklin if the name says so. Menus
 * and labels are always in Libre Franklin.
 */
const PAIRINGS = ["newsreader", "franklin-headlines", "franklin-text"] as const;
export const TYPEFACE_ROLES = ["headlines", "text"] as const;
export type TypefaceRole = (typeof TYPEFACE_ROLES)[number];

const GENERICS = ["serif", "sans-serif"] as const satisfies readonly GenericFamily[];
const MAX_FILES = 8;

const file = mediaFile.refine((name) => name.endsWith(".woff2"), "the name of a WOFF2 file in the media folder");

const ownFiles = z.strictObject({
  files: z
    .array(file)
    .min(1)
    .max(MAX_FILES)
    .meta({
      description: "WOFF2 files in media/, variable or one per weight and style, which are read from the files.",
      examples: [["gazette.woff2", "gazette-italic.woff2"]],
    }),
  fallback: z.enum(GENERICS).default("serif").describe("What the device shows while the files load, and mails."),
});

const ownTypefaces = z
  .strictObject({
    headlines: ownFiles.optional().describe("Files of headlines and of the nameplate; by default, Newsreader."),
    text: ownFiles.optional().describe("Files of the text, one of them regular; by default, Newsreader."),
  })
  .refine((own) => TYPEFACE_ROLES.some((role) => own[role]));

export type OwnTypefaces = z.infer<typeof ownTypefaces>;

export const typefacesSchema = z.union([z.enum(PAIRINGS), ownTypefaces], {
  error: ({ input }) => describeAllowed(input),
});

function describeAllowed(input: unknown): string {
  const meant = typeof input === "string" ? findNearest(input, PAIRINGS) : undefined;
  const allowed = `${PAIRINGS.map((name) => `"${name}"`).join(", ")}, or { headlines: { files: [gazette.woff2] } } with WOFF2 files in media/, and "text" likewise`;
  return meant ? `${allowed}; did you mean "${meant}"?` : allowed;
}

export type Typefaces = z.infer<typeof typefacesSchema>;
export type TypefacePairing = (typeof PAIRINGS)[number];

/** Returns an edition's own typefaces; undefined if the edition uses shipped ones. */
export function getOwnTypefaces({ typefaces }: { typefaces: Typefaces }): OwnTypefaces | undefined {
  return typeof typefaces === "string" ? undefined : typefaces;
}

/** Returns the generic families of headlines and text. Mails and the text edition choose device fonts by family. */
export function getGenericFamilies(typefaces: Typefaces): Record<TypefaceRole, GenericFamily> {
  const own = getOwnTypefaces({ typefaces });
  if (own) return { headlines: own.headlines?.fallback ?? "serif", text: own.text?.fallback ?? "serif" };
  return {
    headlines: typefaces === "franklin-headlines" ? "sans-serif" : "serif",
    text: typefaces === "franklin-text" ? "sans-serif" : "serif",
  };
}
