import { useRouteLoaderData } from "react-router";
import { illustrationPath } from "../../core/addresses.ts";
import type { Tone } from "../../core/motifs.ts";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";

/** Returns a function that turns a seed and a tone into the path of a drawing in the edition's landscape. */
export function useIllustration(): (seed: string, tone: Tone) => string {
  // A cast replaces the loader's type, whose import would form a cycle with app/root.tsx.
  const root = useRouteLoaderData("root") as { edition: Pick<PublicEdition, "look"> } | undefined;
  return (seed, tone) => illustrationPath(seed, tone, root?.edition.look.sceneries?.[tone]);
}
