/** Words, with accents removed, whose ending only looks like a plural's. Most form their plural in "-eses". */
const SINGULARS = new Set(
  "burgues danes dios escoces estres frances holandes ingles interes irlandes japones martes portugues".split(" "),
);

/** Folds a Spanish plural and its singular to one stem, such as "voces" and "voz" to "voc". */
export function stem(word: string): string {
  const root = word.replace(/(?<=[aeiou])z$/, "c");
  if (root.length <= 3 || SINGULARS.has(root)) return root;
  // Matches "menús", "taxis", "autobuses" and "países", but not "buses".
  if (/..[iu]s(?:es)?$/.test(root)) return root.replace(/s(?:es)?$/, "");
  return removeFinal("e", removeFinal("s", root));
}

function removeFinal(letter: string, word: string): string {
  return word.endsWith(letter) && word.length > 3 ? word.slice(0, -1) : word;
}
