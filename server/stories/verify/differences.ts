import { quoteWords, readContents, splitWords, subtract } from "../import/losses.ts";
import { diffLines } from "../lineDiff.ts";
import type { ShownPage } from "./shownPage.ts";

/** Maximum number of pairs of words to compare. Two texts of a thousand words each have this number of pairs. */
const MAX_COMPARISONS = 1_000_000;

/** The parts of a page that readers should see, according to the export. */
export interface ExpectedPage {
  title: string;
  deck: string;
  byline: readonly string[];
  /** Publication date, ISO 8601; null for a page of the edition, which shows no date. */
  publishedAt: string | null;
  /** Name of the sponsor; null for none. */
  sponsor: string | null;
  image: { alt: string; caption: string; credit: string } | null;
  html: string;
}

/**
 * Compares the page that readers get with the export. Returns the differences, each as the predicate of a sentence,
 * such as "lacks its lead image".
 *
 * @param base address of the page
 */
export function listDifferences(expected: ExpectedPage, shown: ShownPage, base: string): string[] {
  const { words, links, images } = readContents(expected.html, base);
  return [
    ...compareTitles(expected, shown),
    ...compareBylines(expected, shown),
    ...compareDates(expected, shown),
    ...compareWords(words, shown.body.words),
    ...subtract(links, shown.body.links).map((link) => `lacks the link to ${link}`),
    ...subtract(shown.body.links, links).map((link) => `has another link, to ${link}`),
    ...compareImages(expected, images.length, shown),
  ];
}

function compareTitles({ title, deck, sponsor }: ExpectedPage, shown: ShownPage): string[] {
  const has = toLine(shown.title);
  const lost = subtract(splitWords(deck), splitWords(shown.head));
  return [
    ...(has === toLine(title) ? [] : [`has the title “${has}” in place of “${toLine(title)}”`]),
    ...(lost.length > 0 ? [`lacks the words “${quoteWords(lost)}” of its deck`] : []),
    ...(sponsor === null || shown.head.includes(toLine(sponsor)) ? [] : [`lacks the label of its sponsor, ${sponsor}`]),
  ];
}

function compareBylines({ byline, publishedAt }: ExpectedPage, { head, authors }: ShownPage): string[] {
  if (publishedAt === null) return [];
  const hasAll = byline.every((name) => toLine(head).includes(toLine(name)));
  const others = byline.length > 0 ? authors.filter((name) => !byline.some((own) => toLine(own) === name)) : [];
  if (hasAll && others.length === 0) return [];
  return [`has the byline “${authors.join(", ")}” in place of “${byline.join(", ")}”`];
}

function compareDates({ publishedAt }: ExpectedPage, shown: ShownPage): string[] {
  if (publishedAt === null || Date.parse(publishedAt) === Date.parse(shown.publishedAt ?? "")) return [];
  return [`has the date ${shown.publishedAt ?? "none"} in place of ${publishedAt}`];
}

/** Compares two texts word by word. Returns the differences, each as the predicate of a sentence. */
function compareWords(expected: readonly string[], shown: readonly string[]): string[] {
  let start = 0;
  while (start < expected.length && start < shown.length && expected[start] === shown[start]) start++;
  let ends = 0;
  while (
    ends < Math.min(expected.length, shown.length) - start &&
    expected[expected.length - 1 - ends] === shown[shown.length - 1 - ends]
  )
    ends++;
  const [missing, added] = [expected.slice(start, expected.length - ends), shown.slice(start, shown.length - ends)];
  return listChanges(missing, added).map(({ missing, added }) => {
    if (added.length === 0) return `lacks the words “${quoteWords(missing)}”`;
    if (missing.length === 0) return `has added words, “${quoteWords(added)}”`;
    return `has “${quoteWords(added)}” in place of “${quoteWords(missing)}”`;
  });
}

interface Change {
  missing: string[];
  added: string[];
}

/** Returns the places where two lists of words differ; one place with all words if the lists are too long. */
function listChanges(missing: string[], added: string[]): Change[] {
  if (missing.length * added.length > MAX_COMPARISONS) return [{ missing, added }];
  const changes: Change[] = [];
  let change: Change | null = null;
  for (const { sign, line: word } of diffLines(missing.join("\n"), added.join("\n"))) {
    if (sign === " ") change = null;
    else {
      if (!change) {
        change = { missing: [], added: [] };
        changes.push(change);
      }
      // Ignores the empty line that stands for an empty text.
      if (word !== "") (sign === "-" ? change.missing : change.added).push(word);
    }
  }
  return changes.filter(({ missing, added }) => missing.length + added.length > 0);
}

function compareImages({ image }: ExpectedPage, inText: number, { lead, body }: ShownPage): string[] {
  if (image && !lead) return ["lacks its lead image"];
  const { caption = "", alt = "", credit = "" } = image ?? {};
  const lost = subtract(splitWords(`${caption || alt} ${credit}`), splitWords(lead?.caption ?? ""));
  const isMissing = body.images.length < inText;
  return [
    ...(lost.length > 0 ? [`lacks the words “${quoteWords(lost)}” below its lead image`] : []),
    ...(isMissing ? [`shows ${body.images.length} of the ${inText} images in its text`] : []),
    ...(body.images.length > inText ? [`shows ${body.images.length - inText} more images in its text`] : []),
    ...(lead && !image ? ["has another lead image"] : []),
  ];
}

function toLine(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
