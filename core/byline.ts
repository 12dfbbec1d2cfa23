import { DEFAULT_AUTHOR } from "./article.ts";

export interface Credited {
  author: string;
  /** The publisher; null for the edition's own stories. */
  source: string | null;
}

/** Label of an invented story, wherever it is shown. */
export const SAMPLE_LABEL = "Sample story";
export const SAMPLE_NOTE =
  "This is a sample story. We made it up to fill this space. The people and events in it aren’t real.";

/** Returns a story's title, labeled if it is a sample, for places without a byline, such as a window's title. */
export function getMarkedTitle({ title, isSample }: { title: string; isSample?: true }): string {
  return isSample ? `${SAMPLE_LABEL}: ${title}` : title;
}

/** Describes a story of which a page shows only the headline, for search engines and previews of links. */
export function describeHeadline(
  { source, section }: { source: string | null; section: { name: string } },
  editionName: string,
): string {
  if (source === null) return `From ${section.name} in ${editionName}.`;
  return `A story from ${source}, listed under ${section.name} in ${editionName}.`;
}

/** Longest byline in characters. A longer one names only the publisher. */
const MAX_BYLINE = 160;

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

/**
 * Returns the line that names whose a story is: "Rick Rojas, The New York Times", or the author alone for the edition's
 * own stories. If there is no space for both, the publisher stays.
 */
export function formatByline(story: Credited): string {
  const { source } = story;
  const author = cleanAuthor(story);
  if (source === null) return author;
  if (isSameName(author, source)) return source;
  const byline = `${author}, ${source}`;
  return byline.length > MAX_BYLINE ? source : byline;
}

/** Returns the person or agency that wrote a story; null if the feed names none but the publisher. */
export function getWriter(story: Credited): string | null {
  const author = cleanAuthor(story);
  return author === DEFAULT_AUTHOR || isSameName(author, story.source ?? "") ? null : author;
}

/** Removes the publisher's name after an author's: "Ann Lee | NPR" becomes "Ann Lee". */
function removeSource(author: string, source: string): string {
  const start = author.length - source.length;
  if (start < 1 || author.slice(start).toLowerCase() !== source.toLowerCase()) return author;
  const separated = author.slice(0, start).trimEnd();
  return /[^\s,|/–—-]\s*[,|/–—-]$/.test(separated) ? separated.slice(0, -1).trimEnd() : author;
}

function isSameName(one: string, other: string): boolean {
  const fold = (name: string) => name.toLowerCase().replace(/^the\s+/, "");
  return fold(one) === fold(other);
}

/** Names that are written in capitals, besides those in the publisher's name and those with points. */
const ABBREVIATIONS = new Set("AP AFP UPI BBC CNN NBC CBS ABC PBS NPR USA US UK UN EU II III IV".split(" "));
const PARTICLES = new Set("AND FOR OF THE WITH IN DE DA DEL DER DI DU LA VAN VON".split(" "));
/** Longest single word that may be an agency's abbreviation. */
const MAX_ABBREVIATION = 4;

/** Sets a text that has no small letter in title case; returns any other text unchanged. */
function setInTitleCase(text: string, source: string): string {
  if (/\p{Ll}/u.test(text) || !/\p{Lu}{2}/u.test(text)) return text;
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
