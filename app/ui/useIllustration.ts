import { useRouteLoaderData } from "react-router";
import { illustrationPath } from "../../core/addresses.ts";
import type { Tone } from "../../core/motifs.ts";
import type { PublicEdition } from "../../server/editions/publicEdition.ts";

/** Returns a function that returns the path of a drawing, in the edition's landscape, by its seed and tone. */
export function useIllustration(): (seed: string, tone: Tone) => string {
  // A cast instead of the loader's type, since app/root.tsx imports this file.
  const root = useRouteLoaderData("root") as { edition: Pick<PublicEdition, "look"> } | undefined;
  return (seed, tone) => illustrationPath(seed, tone, root?.edition.look.sceneries?.[tone]);
}
