import type { Accent } from "./accent.ts";
import type { StyledEdition } from "./lookStyle.ts";
import { findUpright, type TypefaceFile } from "./typefaces/typefaceFiles.ts";

/** The part of a look that drawn images show. Plain data, without keys that have their default values. */
export interface DrawnLook {
  accent?: Accent;
  /** Typeface of headlines: a shipped one, or the digest of the edition's file, whose bytes are passed separately. */
  headlines?: "libre-franklin" | { digest: string };
}

/** Returns undefined for the default look, so that a new key does not change the versions of its images. */
export function toDrawnLook({ look, lookFiles }: StyledEdition): DrawnLook | undefined {
  const { accent, typefaces } = look;
  const own = getTypefaceForDrawing({ lookFiles });
  const headlines: DrawnLook["headlines"] =
    typefaces === "franklin-headlines" ? "libre-franklin" : own && { digest: own.digest };
  const drawn = { ...(accent && { accent }), ...(headlines && { headlines }) };
  return Object.keys(drawn).length > 0 ? drawn : undefined;
}

/** Returns the file of the edition's own headline typeface for drawn images; undefined if there is none. */
export function getTypefaceForDrawing({ lookFiles }: Pick<StyledEdition, "lookFiles">): TypefaceFile | undefined {
  return findUpright(lookFiles.typefaces.headlines ?? [], 600);
}
