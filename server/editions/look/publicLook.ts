import type { Scenery, Tone } from "../../../core/motifs.ts";
import type { Accent } from "./accent.ts";
import { getLookStyle, type StyledEdition } from "./lookStyle.ts";
import { getSceneries } from "./scenery.ts";
import { getGenericFamilies, TYPEFACE_ROLES, type TypefaceRole } from "./typefaces/typefaceSchema.ts";
import { type PublicTypefaces, toPublicTypefaces } from "./typefaces/typefaceStyle.ts";

/** The part of an edition's look that pages need. Plain data, safe to send to a browser. */
export interface PublicLook {
  /** Style sheet for the head of every page. */
  css: string;
  /** Undefined if the edition sets none. */
  accent?: Accent;
  /** Undefined if all tones have skylines in their own palettes. */
  sceneries?: Partial<Record<Tone, Scenery>>;
  /** Undefined unless the edition has its own typeface files. */
  typefaces?: PublicTypefaces;
  /** Parts of a page that are set without serifs; for the text edition. */
  sans?: TypefaceRole[];
  /** True if the nameplate is a drawing. */
  hasLogo?: true;
}

export function toPublicLook(edition: StyledEdition): PublicLook {
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
