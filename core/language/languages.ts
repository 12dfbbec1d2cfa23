/** Languages of the interface. "xa" is pseudo-text, which shows texts that are not in a catalog. */
export type Language = "en" | "es" | "xa";

/** Returns the interface's language for an edition's language tag: English if there is no catalog for the tag. */
export function chooseLanguage(tag: string): Language {
  const lower = tag.toLowerCase();
  if (lower === "en-xa") return "xa";
  return /^es\b/.test(lower) ? "es" : "en";
}
