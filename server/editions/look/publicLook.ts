import type { Accent } from "./accent.ts";
import { getLookStyle, type StyledEdition } from "./lookStyle.ts";

/** The part of an edition's look that pages need. Plain data, safe to send to a browser. */
export interface PublicLook {
  /** Style sheet for the head of every page. */
  css: string;
  /** Undefined if the edition sets none. */
  accent?: Accent;
  /** True if the nameplate is a drawing. */
  hasLogo?: true;
}

export function toPublicLook(edition: StyledEdition): PublicLook {
  const { accent, nameplate } = edition.look;
  return { css: getLookStyle(edition).css, ...(nameplate.logo && { hasLogo: true }), ...(accent && { accent }) };
}
