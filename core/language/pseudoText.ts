const VOWELS: Record<string, string> = {
  a: "å",
  e: "é",
  i: "î",
  o: "ö",
  u: "û",
  A: "Å",
  E: "É",
  I: "Î",
  O: "Ö",
  U: "Û",
};

/**
 * Returns a catalog in pseudo-text: between « and », with accented vowels and 40 % longer. An edition in the language
 * "en-XA" shows pseudo-text, which reveals texts that no catalog has, and labels without space for a longer language.
 */
export function toPseudoTexts<Value>(value: Value): Value {
  if (typeof value === "string") return toPseudoText(value) as Value;
  if (typeof value === "function")
    return ((...values: unknown[]) => toPseudoTexts((value as (...values: unknown[]) => unknown)(...values))) as Value;
  if (Array.isArray(value)) return value.map(toPseudoTexts) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toPseudoTexts(part)])) as Value;
}

/** Lengthens a text by repeating its words. Keeps brackets, which app/language/RichText.tsx parses. */
function toPseudoText(text: string): string {
  const words = text.replace(/[[\]]/g, "").split(" ");
  let longer = text;
  for (let index = 0; longer.length < text.length * 1.4 - 2; index++) longer += ` ${words[index % words.length]}`;
  return `«${longer.replace(/[aeiou]/gi, (vowel) => VOWELS[vowel] ?? vowel)}»`;
}
