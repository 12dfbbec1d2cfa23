import { useRouteLoaderData } from "react-router";
import { illustrationPath } from "../../core/addresses.ts";
import type { Tone } from "../../core/motifs.ts";
import type { loader } from "../root.tsx";

/** Returns a function that returns the path of a drawing, in the edition's landscape, by its seed and tone. */
export function useIllustration(): (seed: string, tone: Tone) => string {
  const sceneries = useRouteLoaderData<typeof loader>("root")?.edition.look.sceneries;
  return (seed, tone) => illustrationPath(seed, tone, sceneries?.[tone]);
}
