/** Languages of the interface. "xa" is pseudo-text, which reveals texts that do not come from a catalog. */
export type Language = "en" | "es" | "xa";

/** Returns the interface's language for an edition's language tag: English if there is no catalog for the tag. */
export function chooseLanguage(tag: string): Language {
  const lower = tag.toLowerCase();
  if (lower === "en-xa") return "xa";
  return /^es\b/.test(lower) ? "es" : "en";
}

/**
 * Returns a format of lists such as "Ann Lee, Bo Diaz and Cy Roe". Uses Intl's British locale for English, since
 * American newspapers put no comma before "and", but Intl's American locale does.
 *
 * @param tag the edition's language tag
 */
export function createListFormat(tag: string, type: Intl.ListFormatType = "conjunction"): Intl.ListFormat {
  return new Intl.ListFormat(/^en\b/i.test(tag) ? "en-GB" : tag, { type });
}

/** Returns true for a language that is written from right to left, such as Arabic. Needs `Intl.Locale.getTextInfo`. */
export function isRightToLeft(tag: string): boolean {
  return new Intl.Locale(tag).getTextInfo().direction === "rtl";
}
