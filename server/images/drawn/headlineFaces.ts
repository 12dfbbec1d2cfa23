import type { DrawnLook } from "../../editions/look/drawnLook.ts";
import { type FaceName, loadOwnFace } from "./faces.ts";

/** Typefaces of a drawing's headline and of the two parts of the nameplate. */
export interface HeadlineFaces {
  headline: FaceName;
  first: FaceName;
  second: FaceName;
}

/** Returns the typefaces of a look. @param woff2 the file of the look's own headline typeface */
export async function loadHeadlineFaces(
  headlines: DrawnLook["headlines"],
  woff2: Uint8Array | undefined,
): Promise<HeadlineFaces> {
  if (typeof headlines === "object" && woff2) {
    const load = (weight: number) => loadOwnFace(woff2, headlines.digest, weight);
    return { headline: await load(600), first: await load(400), second: await load(700) };
  }
  const headline = headlines === "libre-franklin" ? "libre-franklin-600" : "newsreader-600";
  return { headline, first: "newsreader-400", second: "newsreader-700" };
}
