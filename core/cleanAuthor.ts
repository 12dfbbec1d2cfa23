import { DEFAULT_AUTHOR } from "./article.ts";
import { joinByline, type StoryCredits } from "./byline.ts";
import { trimChars, trimEndChars } from "./trim.ts";

/** Matches an email address and any brackets around it. The length limits keep the match fast on every text. */
const EMAIL = /[<([]?(?:mailto:)?[^\s@<>()[\],;:]{1,64}@[^\s@<>()[\],;:]{1,255}\.[^\s@<>()[\],;:]{2,63}[>)\]]?/gi;
/** Matches the placeholder that Cloudflare substitutes for email addresses. */
const HIDDEN_EMAIL = /\[email\s?protected\]/gi;

/** Removes email addresses: "a@b.example (Ann Lee)" becomes "Ann Lee", and an address alone becomes "". */
export function removeEmails(author: string): string {
  const names = author.replace(EMAIL, keepLoneBracket).replace(HIDDEN_EMAIL, " ");
  if (names === author) return author;
  const cleaned = names
    .replace(/\s+/g, " ")
    .replace(/\( ?\)/g, "")
    .replace(/^ ?\(([^()]*)\) ?$/, "$1")
    .replace(/ ?([,;])(?: ?[,;])+/g, "$1");
  return trimChars(cleaned, /[\s,;]/);
}

/** Matches account names and placeholders such as "null", which content systems write if an entry has no author. */
const NO_NAME =
  /^(?:(?:(?:wp|site|super|sys|web ?site|web)[ -]?)?admin(?:istrator)?|webmaster|super ?user|root|no-?reply|do-?not-?reply|nobody|unknown(?: author)?|no author|none|null|undefined|n\/a)\d*$/i;
const BY = /^(?:by(?:\s*:\s*|\s+)(?=\S))+/i;
const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/i;

/**
 * Replaces an address and its brackets with a space. If only one end of the address has a bracket, keeps the bracket,
 * since the matching bracket is elsewhere in the text.
 */
function keepLoneBracket(address: string): string {
  const [opening = "", closing = ""] = [/^[<([]/.exec(address)?.[0], /[>)\]]$/.exec(address)?.[0]];
  return opening && closing ? " " : `${opening} ${closing}`;
}

/**
 * Returns the name from a feed's author field. Removes addresses, a social account beside the name, a leading "By" and
 * trailing separators. Returns "" if only an account of the content system remains, such as "admin".
 */
export function readAuthor(author: string): string {
  const name = removeEmails(author).trim();
  // The name in "jdoe@paper.example (jdoe)" only repeats the account in the address.
  if (name && name !== author.trim() && author.toLowerCase().includes(`${name.toLowerCase()}@`)) return "";
  let cleaned = name;
  for (let before = ""; cleaned !== before; ) {
    before = cleaned;
    const parts = cleaned.replace(BY, "").split("|");
    const names = parts.map((part) => part.trim()).filter((part) => part && !ADDRESS.test(part));
    const persons = names.filter((part) => !part.startsWith("@"));
    cleaned = trimEndChars((persons.length > 0 ? persons : names).join(" | "), /[\s,;|/–—-]/);
  }
  return NO_NAME.test(cleaned) ? "" : cleaned;
}

/**
 * Joins the names of an entry's authors; null if there are none. Leaves out accounts, such as WordPress logins, if
 * other authors have a name.
 */
export function joinAuthors(authors: readonly string[]): string | null {
  const named = authors.filter((author) => !isAccount(author));
  return [...new Set(named.length > 0 ? named : authors)].join(", ") || null;
}

/** Returns the first author field with a name, else the first that is not null; null if all are null. */
export function chooseAuthor(notations: readonly (string | null)[]): string | null {
  const given = notations.filter((notation) => notation !== null);
  return given.find((notation) => !isAccount(notation)) ?? given[0] ?? null;
}

/** Returns true for an author with no name, or with a name that looks like a login, such as "jdoe" or "ann.doe2". */
function isAccount(author: string): boolean {
  return /^[a-z\d._-]*$/.test(readAuthor(author));
}

/**
 * Cleans the author of a story. Removes email addresses, "By" at the beginning, and the publisher's name at the end.
 * Converts an author in capitals to title case. Returns DEFAULT_AUTHOR if nothing is left.
 */
export function cleanAuthor({ author, source }: StoryCredits): string {
  const name = readAuthor(author);
  const withoutSource = source === null ? name : removeSource(name, source);
  return setInTitleCase(withoutSource, source ?? "") || DEFAULT_AUTHOR;
}

/** Returns the byline of a story whose author has not been cleaned. */
export function formatByline(story: StoryCredits): string {
  return joinByline({ author: cleanAuthor(story), source: story.source });
}

/** Removes a separator and the publisher's name from the end of an author: "Ann Lee | NPR" becomes "Ann Lee". */
function removeSource(author: string, source: string): string {
  const start = author.length - source.length;
  if (start < 1 || author.slice(start).toLowerCase() !== source.toLowerCase()) return author;
  const separated = author.slice(0, start).trimEnd();
  return /[^\s,|/–—-]\s*[,|/–—-]$/.test(separated) ? separated.slice(0, -1).trimEnd() : author;
}

/**
 * Words that stay in capitals. Single letters also stay in capitals, and so do words that the publisher's name has in
 * capitals.
 */
const ABBREVIATIONS = new Set("AP AFP UPI BBC CNN NBC CBS ABC PBS NPR USA US UK UN EU II III IV".split(" "));
const PARTICLES = new Set("AND FOR OF THE WITH IN DE DA DEL DER DI DU LA VAN VON".split(" "));
/** Maximum length, in characters, of an author in capitals that is taken for an agency's abbreviation. */
const MAX_ABBREVIATION = 4;

/** Matches "Mc" before capitals, such as in "McDONALD". */
const MC = /(?<!\p{L})Mc(?=\p{Lu}{2})/gu;

/**
 * Converts a text in capitals to title case. Particles in the text, such as "and", may be lowercase. Returns any other
 * text, and a text of at most MAX_ABBREVIATION characters, unchanged.
 */
function setInTitleCase(text: string, source: string): string {
  const names = text.replace(/\p{L}+/gu, (word) => (PARTICLES.has(word.toUpperCase()) ? "" : word)).replace(MC, "MC");
  if (/\p{Ll}/u.test(names) || !/\p{Lu}{2}/u.test(names)) return text;
  if (text.length <= MAX_ABBREVIATION) return text;
  const inSource = new Set(source.match(/\p{Lu}{2,}/gu));
  return text.replace(/[\p{L}\p{M}]+/gu, (word, index: number) => {
    if (ABBREVIATIONS.has(word) || inSource.has(word)) return word;
    if (index > 0 && PARTICLES.has(word) && text[index - 1] === " ") return word.toLowerCase();
    // One or two letters after an apostrophe are the end of a word, such as the S of "CHICAGO'S". They become
    // lowercase.
    if (/['’]/.test(text[index - 1] ?? "") && word.length < 3) return word.toLowerCase();
    const small = word.charAt(0) + word.slice(1).toLowerCase();
    return small.replace(/^Mc(\p{Ll})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`);
  });
}
