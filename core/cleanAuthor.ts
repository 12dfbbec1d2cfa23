import { DEFAULT_AUTHOR } from "./article.ts";
import { type Credited, joinByline } from "./byline.ts";

/** An email address with any brackets around it. The lengths are limited, so that no text slows the expression down. */
const EMAIL = /[<([]?(?:mailto:)?[^\s@<>()[\],;:]{1,64}@[^\s@<>()[\],;:]{1,255}\.[^\s@<>()[\],;:]{2,63}[>)\]]?/gi;
/** Placeholder that Cloudflare substitutes for addresses. */
const HIDDEN_EMAIL = /\[email\s?protected\]/gi;

/** Returns the names in an author's text: "a@b.example (Ann Lee)" becomes "Ann Lee", a bare address "". */
export function removeEmails(author: string): string {
  const names = author.replace(EMAIL, " ").replace(HIDDEN_EMAIL, " ");
  if (names === author) return author;
  return names
    .replace(/\s+/g, " ")
    .replace(/\( ?\)/g, "")
    .replace(/^ ?\(([^()]*)\) ?$/, "$1")
    .replace(/ ?([,;])(?: ?[,;])+/g, "$1")
    .replace(/^[\s,;]+|[\s,;]+$/g, "");
}

/** Returns the byline of a story in one shape: without addresses, "By", the publisher's name and needless capitals. */
export function cleanAuthor({ author, source }: Credited): string {
  const name = removeEmails(author)
    .trim()
    .replace(/^by(?:\s*:\s*|\s+)(?=\S)/i, "");
  const withoutSource = source === null ? name : removeSource(name, source);
  return setInTitleCase(withoutSource, source ?? "") || DEFAULT_AUTHOR;
}

/** Returns the byline of a story whose author is as written in the feed: cleans the author first. */
export function formatByline(story: Credited): string {
  return joinByline({ author: cleanAuthor(story), source: story.source });
}

/** Removes the publisher's name after an author's: "Ann Lee | NPR" becomes "Ann Lee". */
function removeSource(author: string, source: string): string {
  const start = author.length - source.length;
  if (start < 1 || author.slice(start).toLowerCase() !== source.toLowerCase()) return author;
  const separated = author.slice(0, start).trimEnd();
  return /[^\s,|/–—-]\s*[,|/–—-]$/.test(separated) ? separated.slice(0, -1).trimEnd() : author;
}

/** Names that are written in capitals, besides those in the publisher's name and those with points. */
const ABBREVIATIONS = new Set("AP AFP UPI BBC CNN NBC CBS ABC PBS NPR USA US UK UN EU II III IV".split(" "));
const PARTICLES = new Set("AND FOR OF THE WITH IN DE DA DEL DER DI DU LA VAN VON".split(" "));
/** Longest single word that may be an agency's abbreviation. */
const MAX_ABBREVIATION = 4;

/** Sets names in capitals in title case; returns any other text unchanged. The particles may have small letters. */
function setInTitleCase(text: string, source: string): string {
  const names = text.replace(/\p{L}+/gu, (word) => (PARTICLES.has(word.toUpperCase()) ? "" : word));
  if (/\p{Ll}/u.test(names) || !/\p{Lu}{2}/u.test(names)) return text;
  if (text.length <= MAX_ABBREVIATION) return text;
  const inSource = new Set(source.match(/\p{Lu}{2,}/gu));
  return text.replace(/[\p{L}\p{M}]+/gu, (word, index: number) => {
    if (ABBREVIATIONS.has(word) || inSource.has(word)) return word;
    if (index > 0 && PARTICLES.has(word) && text[index - 1] === " ") return word.toLowerCase();
    // One or two letters after an apostrophe end a word, as in "CHICAGO'S", so they become lowercase.
    if (/['’]/.test(text[index - 1] ?? "") && word.length < 3) return word.toLowerCase();
    const small = word.charAt(0) + word.slice(1).toLowerCase();
    return small.replace(/^Mc(\p{Ll})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`);
  });
}
