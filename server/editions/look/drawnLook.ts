import type { Accent } from "./accent.ts";
import type { Look } from "./lookSchema.ts";

/** The part of a look that drawn images show. Plain data, without keys that have their default values. */
export interface DrawnLook {
  accent?: Accent;
}

/** Returns undefined for the default look, so that the version of an image does not change with new keys. */
export function toDrawnLook({ accent }: Look): DrawnLook | undefined {
  const drawn = { ...(accent && { accent }) };
  return Object.keys(drawn).length > 0 ? drawn : undefined;
}
