const NBSP = "\u00a0";
/** Invisible character that prevents a line break. */
const WORD_JOINER = "\u2060";

interface Rules {
  /** Dash that replaces two hyphens between words. */
  dash: string;
  /** Matches the space between a digit and a unit. */
  beforeUnit: RegExp;
  /** Matches the space between an abbreviation and its number, such as in "No. 9". */
  beforeNumber: RegExp;
}

const SYMBOLS = "[kKMGT]?(?:B|Hz|W|Wh)|[ckm]?m|[km]?g|km/h|[°%]";

const ENGLISH: Rules = {
  dash: "—",
  beforeUnit: new RegExp(
    String.raw`(?<=\d) (?=(?:[mbtr]+illion|percent|[ap]\.m\.|mph|kph|lbs?|oz|ft|mi|${SYMBOLS})(?!\p{L}))`,
    "gu",
  ),
  beforeNumber: /(?<=(?<!\p{L})Nos?\.) (?=\d)/gu,
};

const SPANISH: Rules = {
  dash: "–",
  beforeUnit: new RegExp(
    String.raw`(?<=\d) (?=(?:mil|mill(?:ón|ones)|por ciento|[ap]\. ?m\.|${SYMBOLS})(?!\p{L}))|(?<=\d[ \u00a0][ap]\.) (?=m\.)`,
    "gu",
  ),
  beforeNumber: /(?<=(?<!\p{L})(?:[Nn]\.º|[Nn]úm\.|No\.)) (?=\d)/gu,
};

/** Matches an opening double quotation mark: at the beginning, or after a space, an opening bracket or a dash. */
const OPENING_DOUBLE = /(?<=^|[\s([{<—–\u2060/“‘'-])"(?=\S)/gu;
const OPENING_SINGLE = /(?<=^|[\s([{<—–\u2060/“-])'(?=[\p{L}\p{N}“$])/gu;
/** Matches an apostrophe in place of the first letters of a word, such as in "the ’90s" and "’em". */
const ELISION = /(?<![\p{L}\p{N}])'(?=(?:\d\ds?|em|tis|twas|til|cause|round|bout|n[’'])(?!\p{L}))/giu;
const CLOSING_SINGLE = /[\p{L}\p{N}.,!?…]'(?![\p{L}\p{N}])/u;
/** Maximum length of a quotation in single marks, in characters. */
const MAX_QUOTATION = 300;

/**
 * Sets a text as a newspaper does in the text's language: curly quotation marks and apostrophes, dashes, ellipses, and
 * no-break spaces. Setting a text again changes nothing.
 *
 * @param tag the text's language tag. Languages other than English and Spanish keep their quotation marks and dashes.
 */
export function typeset(text: string, tag: string): string {
  const rules = /^en\b/i.test(tag) ? ENGLISH : /^es\b/i.test(tag) ? SPANISH : null;
  let set = text.replace(/(?<!\.)\.\.\.(?!\.)/g, "…");
  if (!rules) return set.replace(/(?<=\p{L})'(?=\p{L})/gu, "’");
  if (/["']/.test(set)) set = setQuotes(set);
  if (set.includes("--"))
    set = set
      .replaceAll(" -- ", `${NBSP}${rules.dash} `)
      .replace(
        /(?<=[\p{L}\p{N}“”’,.!?)])--(?=[\p{L}\p{N}“‘(])/gu,
        rules.dash === "—" ? rules.dash : `${NBSP}${rules.dash} `,
      );
  if (/[—–]/.test(set)) set = set.replace(/(?<=\S) (?=[—–] )/g, NBSP).replace(/(?<=[^\s\u2060])—/g, `${WORD_JOINER}—`);
  return /\d/.test(set) ? set.replace(rules.beforeUnit, NBSP).replace(rules.beforeNumber, NBSP) : set;
}

function setQuotes(text: string): string {
  return text
    .replace(ELISION, "’")
    .replace(/(?<=\d)'(?=\d)/g, "′")
    .replace(OPENING_DOUBLE, "“")
    .replace(/"/g, (_, index: number, whole: string) => (isInch(whole, index) ? "″" : "”"))
    .replace(OPENING_SINGLE, (_, index: number, whole: string) =>
      CLOSING_SINGLE.test(whole.slice(index + 1, index + MAX_QUOTATION)) ? "‘" : "’",
    )
    .replaceAll("'", "’");
}

/** Returns true for a straight quotation mark after a digit, such as in 6'2", unless it closes a quotation. */
function isInch(text: string, index: number): boolean {
  if (!/\d/.test(text[index - 1] ?? "")) return false;
  const before = text.slice(Math.max(0, index - MAX_QUOTATION), index);
  return before.lastIndexOf("“") <= before.lastIndexOf("”");
}

/**
 * Replaces no-break spaces with spaces and removes word joiners, for other programs and for texts on one line, such as
 * a mail's subject.
 */
export function removeLineControls(text: string): string {
  return text.replaceAll(NBSP, " ").replaceAll(WORD_JOINER, "");
}
