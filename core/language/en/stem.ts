/** Beginnings of words that British and American English spell differently, each with the spelling to use for both. */
const SPELLINGS: [beginning: RegExp, spelling: string][] = [
  [
    /^(arm|behavi|cand|clam|col|endeav|fav|ferv|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|sav|splend|tum|val|vap|vig)our/,
    "$1or",
  ],
  [/^(cal|cent|centimet|fib|kilomet|lit|lust|meag|met|millimet|sab|somb|spect|theat)re(?=s?$)/, "$1er"],
  [/^(cent)red$/, "$1ered"],
  [/^(def|lic|off|pret)ence/, "$1ense"],
  [/^(anal|catal|dial|monol)ogue/, "$1og"],
  [/^jewell?er(?=y|ie)/, "jewelr"],
  [/^(cance|counse|fue|jewe|labe|leve|mode|signa|trave)ll(?=e|i|o)/, "$1l"],
  [/^(enrol|fulfil|instal)l(?=$|s$|m)/, "$1"],
  [/^skillful/, "skilful"],
  [/^grey/, "gray"],
  [/^plough/, "plow"],
  [/^mould/, "mold"],
  [/^draught/, "draft"],
  [/^cheque/, "check"],
  [/^sceptic/, "skeptic"],
  [/^programme(?=s?$)/, "program"],
  [/^aluminium/, "aluminum"],
  [/^artefact/, "artifact"],
  [/^pyjama/, "pajama"],
  [/^moustache/, "mustache"],
  [/^(tyre)(?=s?$)/, "tire"],
  [/^yoghurt/, "yogurt"],
  [/^doughnut/, "donut"],
  [/^(judg|acknowledg)ement/, "$1ment"],
  [/^paediatric/, "pediatric"],
  [/^encyclopaedi/, "encyclopedi"],
  [/^anaesthe/, "anesthe"],
];
/** Matches words that an entry of `SPELLINGS` may change. The entries are not tried for the many other words. */
const HAS_SPELLING =
  /our|re|ence|ogue|ll|^(?:grey|plough|mould|draught|cheque|sceptic|programme|aluminium|artefact|pyjama|moustache|tyre|yoghurt|doughnut|jewel|judgement|acknowledgement|paediatric|encyclopaedi|anaesthe)/;

/**
 * Folds an English word's plural and singular, and its British and American spellings, to one stem: "cities" and "city"
 * to "citi", "houses" and "house" to "hous". "centre" and "center", or "organise" and "organize", have one stem, too.
 */
export function stem(word: string): string {
  if (word.length <= 3 || word === "news") return word;
  let root = HAS_SPELLING.test(word) ? toOneSpelling(word) : word;
  root = root.replace(/(?<=..[a-z])([iy])z(?=e|ing|ation)/, "$1s");
  if (root.endsWith("s") && !/[su]s$/.test(root)) root = root.slice(0, -1);
  if (root.endsWith("e") && root.length > 3) root = root.slice(0, -1);
  // The plural "irises" has become "iris". Shortens it to "iri", the stem of the singular "iris".
  if (root.endsWith("is") && root.length > 3) root = root.slice(0, -1);
  return root.endsWith("y") ? root.replace(/(?<![aeiou])y$/, "i") : root;
}

function toOneSpelling(word: string): string {
  const found = SPELLINGS.find(([beginning]) => beginning.test(word));
  return found ? word.replace(found[0], found[1]) : word;
}
