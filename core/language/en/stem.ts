/** Folds an English plural and its singular to one stem: "cities" and "city" to "citi", "houses" and "house" to "hous". */
export function stem(word: string): string {
  if (word.length <= 3 || word === "news") return word;
  let root = word;
  if (root.endsWith("s") && !/[sui]s$/.test(root)) root = root.slice(0, -1);
  if (root.endsWith("e") && root.length > 3) root = root.slice(0, -1);
  return root.endsWith("y") ? root.replace(/(?<![aeiou])y$/, "i") : root;
}
