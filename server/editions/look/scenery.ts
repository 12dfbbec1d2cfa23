import { type Scenery, TONES, type Tone } from "../../../core/motifs.ts";
import type { Look } from "./lookSchema.ts";

/** Returns the landscape and colors of drawings in a tone; undefined for skylines in the tone's default palette. */
export function getScenery({ motif, palettes }: Look, tone: Tone): Scenery | undefined {
  const colors = palettes[tone]?.map((color) => color.slice(1)).join("-");
  if (motif === "skyline" && !colors) return undefined;
  return { landscape: motif, ...(colors && { colors }) };
}

/** Returns the scenery by tone; undefined if all tones have skylines in their default palettes. */
export function getSceneries(look: Look): Partial<Record<Tone, Scenery>> | undefined {
  const sceneries = TONES.flatMap((tone) => {
    const scenery = getScenery(look, tone);
    return scenery ? [[tone, scenery] as const] : [];
  });
  return sceneries.length > 0 ? Object.fromEntries(sceneries) : undefined;
}
