import type { Scenery, Tone } from "../../../core/motifs.ts";
import type { Accent } from "./accent.ts";
import { getLookStyle } from "./lookStyle.ts";
import type { NamedEdition } from "./nameplateStyle.ts";
import { getSceneries } from "./scenery.ts";
import { getGenericFamilies, TYPEFACE_ROLES, type TypefaceRole } from "./typefaces/typefaceSchema.ts";
import { type PublicTypefaces, toPublicTypefaces } from "./typefaces/typefaceStyle.ts";

/** The part of an edition's look that pages need. Plain data, safe to send to a browser. */
export interface PublicLook {
  /** Style sheet for the head of every page. */
  css: string;
  /** Undefined for the default accent. */
  accent?: Accent;
  /** Landscapes and colors of drawings; undefined to draw skylines in the default palettes. */
  sceneries?: Partial<Record<Tone, Scenery>>;
  /** Undefined if the edition uses shipped typefaces. */
  typefaces?: PublicTypefaces;
  /** Parts of a page that the text edition sets in sans-serif type. */
  sans?: TypefaceRole[];
  /** True if a logo replaces the nameplate. */
  hasLogo?: true;
}

export function toPublicLook(edition: NamedEdition): PublicLook {
  const { accent, nameplate } = edition.look;
  const sceneries = getSceneries(edition.look);
  const typefaces = toPublicTypefaces({ typefaces: edition.look.typefaces, files: edition.lookFiles.typefaces });
  const generics = getGenericFamilies(edition.look.typefaces);
  const sans = TYPEFACE_ROLES.filter((role) => generics[role] === "sans-serif");
  return {
    css: getLookStyle(edition).css,
    ...(sceneries && { sceneries }),
    ...(typefaces && { typefaces }),
    ...(sans.length > 0 && { sans }),
    ...(nameplate.logo && { hasLogo: true }),
    ...(accent && { accent }),
  };
}
