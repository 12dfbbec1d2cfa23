/** The data by which articles about the same story are recognized. */
export interface ComparableArticle {
  title: string;
  /** URL of the feed that carries the article, or another key for the article's source. */
  feedUrl: string;
  /** ISO 8601 instant. */
  sortedAt: string;
}

/** Longest time, in hours, between the dates of articles about one story, whatever their headlines. */
export const SAME_STORY_HOURS = 72;

/** Minimum similarity of two headlines about one story: shared words divided by all words, from 0 to 1. */
const MIN_SIMILARITY = 0.75;
/**
 * Minimum number of words in a headline that is compared by similarity. Shorter headlines, such as "Letters to the
 * editor", say little, so they match only if all words are equal.
 */
const MIN_COMPARED_WORDS = 4;
/** Words ignored in comparisons, since editors add and drop them. */
const IGNORED_WORDS = new Set(["a", "an", "the", "and", "s"]);

/**
 * Groups articles about the same story: similar headlines within 72 hours, from different feeds. Articles of one feed
 * never match, since a daily column repeats its headline. Headlines with different numbers never match, such as "Week 3
 * rankings" and "Week 4 rankings".
 *
 * @returns groups in the order of their first article; each article is in exactly one group
 */
export function groupStories<Article extends ComparableArticle>(articles: readonly Article[]): Article[][] {
  const candidates = articles.map((article, index) => {
    const group: Article[] = [];
    return { article, index, group, words: toWords(article.title), time: Date.parse(article.sortedAt) };
  });
  type Candidate = (typeof candidates)[number];
  const isSameStory = (one: Candidate, other: Candidate) =>
    Math.abs(one.time - other.time) <= SAME_STORY_HOURS * 3_600_000 &&
    one.article.feedUrl !== other.article.feedUrl &&
    areSimilar(one.words, other.words);

  const compareFrequency = compareByFrequency(candidates.map(({ words }) => words));
  const earlierByKey = new Map<string, Candidate[]>();
  const groups: Article[][] = [];
  for (const candidate of candidates) {
    // Headlines with different numbers never match, so they get different keys and are not compared.
    const numbers = toNumbers(candidate.words);
    const keys = takeLookupWords(candidate.words, compareFrequency).map((word) => `${word} ${numbers}`);
    const [first] = keys
      .flatMap((key) => earlierByKey.get(key)?.find((earlier) => isSameStory(candidate, earlier)) ?? [])
      .sort((a, b) => a.index - b.index);
    const isRepeat = first?.group.some(({ feedUrl }) => feedUrl === candidate.article.feedUrl);
    if (first && !isRepeat) candidate.group = first.group;
    else groups.push(candidate.group);
    candidate.group.push(candidate.article);
    for (const key of keys) earlierByKey.getOrInsertComputed(key, () => []).push(candidate);
  }
  return groups;
}

/**
 * Returns a function that compares headlines with `title`, and the words by which to look up headlines.
 *
 * @returns `matches` is true for a headline about the same story; every such headline has at least one of `words`
 */
export function matchHeadline(title: string): { words: string[]; matches: (other: string) => boolean } {
  const words = toWords(title);
  // Longer words are usually rarer.
  const byLength = (a: string, b: string) => b.length - a.length || (a < b ? -1 : 1);
  return { words: takeLookupWords(words, byLength), matches: (other) => areSimilar(words, toWords(other)) };
}

/**
 * Returns the words by which similar headlines are looked up: just over a quarter of a headline's words. A similar
 * headline lacks at most a quarter of the words, so it has at least one of the returned words.
 *
 * @param compare sorts rare words first, so that few headlines are found
 */
function takeLookupWords(words: ReadonlySet<string>, compare: (a: string, b: string) => number): string[] {
  return [...words].sort(compare).slice(0, words.size - Math.ceil(words.size * MIN_SIMILARITY) + 1);
}

function compareByFrequency(headlines: readonly ReadonlySet<string>[]): (a: string, b: string) => number {
  const frequency = new Map<string, number>();
  for (const words of headlines) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return (a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1);
}

function areSimilar(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = one.intersection(other).size;
  const union = one.size + other.size - shared;
  const needed = Math.min(one.size, other.size) < MIN_COMPARED_WORDS ? 1 : MIN_SIMILARITY;
  return shared / union >= needed && toNumbers(one) === toNumbers(other);
}

/** Returns a headline's words to compare: lower case, without accents or a publisher's name at the end. */
function toWords(title: string): Set<string> {
  const withoutPublisher = title.replace(/\s[-–—|]\s[^-–—|]{2,40}$/, "");
  const text = dropAccents(withoutPublisher.length >= title.length / 2 ? withoutPublisher : title);
  return new Set((text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !IGNORED_WORDS.has(word)));
}

function dropAccents(text: string): string {
  const isAscii = /^[ -~]*$/.test(text);
  return (isAscii ? text : text.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase();
}

/** Returns the words that contain digits, sorted and joined by spaces. */
function toNumbers(words: ReadonlySet<string>): string {
  return [...words]
    .filter((word) => /\d/.test(word))
    .sort()
    .join(" ");
}
