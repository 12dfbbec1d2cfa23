import { getEditDistance } from "../../../core/search/editDistance.ts";

/** Maximum share of a word's letters that a misspelling changes. */
const MAX_DIFFERENCE = 0.34;

/** Returns the known word most similar to a misspelled one; undefined if none is similar. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const candidates = known
    .map((candidate) => {
      const maxEdits = Math.floor(candidate.length * MAX_DIFFERENCE);
      return { candidate, distance: getEditDistance(fold(word), fold(candidate), maxEdits) };
    })
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance);
  return candidates[0]?.candidate;
}

/** Removes case and punctuation, so that `short-name` equals `shortName`. */
function fold(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
