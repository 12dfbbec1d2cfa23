import type { Accent } from "./accent.ts";
import type { StyledEdition } from "./lookStyle.ts";
import { findUpright, type TypefaceFile } from "./typefaces/typefaceFiles.ts";

/** The part of a look that affects drawn images. Plain data. Keys with default values are left out. */
export interface DrawnLook {
  accent?: Accent;
  /** Typeface of headlines: a shipped one, or the digest of the edition's own file; undefined for Newsreader. */
  headlines?: "libre-franklin" | { digest: string };
}

/**
 * Returns the part of a look that affects drawn images; undefined for the default look. Omits default values, so
 * that images keep their URLs when a release adds a key to `DrawnLook`.
 */
export function toDrawnLook({ look, lookFiles }: StyledEdition): DrawnLook | undefined {
  const { accent, typefaces } = look;
  const own = getTypefaceForDrawing({ lookFiles });
  const headlines: DrawnLook["headlines"] =
    typefaces === "franklin-headlines" ? "libre-franklin" : own && { digest: own.digest };
  const drawn = { ...(accent && { accent }), ...(headlines && { headlines }) };
  return Object.keys(drawn).length > 0 ? drawn : undefined;
}

/** Returns the edition's own headline typeface; undefined if it has none. */
export function getTypefaceForDrawing({ lookFiles }: Pick<StyledEdition, "lookFiles">): TypefaceFile | undefined {
  return findUpright(lookFiles.typefaces.headlines ?? [], 600);
}
