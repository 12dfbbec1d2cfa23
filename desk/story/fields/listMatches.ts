/** Maximum number of names that are offered at once. */
const MAX_MATCHES = 8;

/** Returns known names that contain the typed text, without regard to case and accents, best matches first. */
export function listMatches(known: readonly string[], chosen: readonly string[], typed: string): string[] {
  const wanted = fold(typed);
  const matches = known.filter((name) => !chosen.includes(name) && fold(name).includes(wanted));
  const isFirst = (name: string) => Number(!fold(name).startsWith(wanted));
  return matches.toSorted((one, other) => isFirst(one) - isFirst(other)).slice(0, MAX_MATCHES);
}

function fold(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}
