import type { Scenery, Tone } from "../../../core/motifs.ts";
import type { Accent } from "./accent.ts";
import { getLookStyle, type StyledEdition } from "./lookStyle.ts";
import { getSceneries } from "./scenery.ts";

/** The part of an edition's look that pages need. Plain data, safe to send to a browser. */
export interface PublicLook {
  /** Style sheet for the head of every page. */
  css: string;
  /** Undefined if the edition sets none. */
  accent?: Accent;
  /** Undefined if all are skylines in their own palettes. */
  sceneries?: Partial<Record<Tone, Scenery>>;
  /** True if the nameplate is a drawing. */
  hasLogo?: true;
}

export function toPublicLook(edition: StyledEdition): PublicLook {
  const { accent, nameplate } = edition.look;
  const sceneries = getSceneries(edition.look);
  return {
    css: getLookStyle(edition).css,
    ...(sceneries && { sceneries }),
    ...(nameplate.logo && { hasLogo: true }),
    ...(accent && { accent }),
  };
}
