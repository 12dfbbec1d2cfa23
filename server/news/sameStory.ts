/** What tells whether two articles are one story. */
export interface Telling {
  title: string;
  /** The feed that carries it. */
  feedUrl: string;
  /** When it was published, ISO 8601. */
  sortedAt: string;
}

/** Two articles further apart are two stories, whatever their headlines. */
export const SAME_STORY_HOURS = 72;

/** How much of the words of both headlines must stand in each, from 0 to 1. */
const ALIKE = 0.75;
/** Headlines with fewer words must be equal: "Letters to the editor" says little of the story. */
const TELLING_WORDS = 4;
/** Words that editors put in and leave out. */
const EMPTY_WORDS = new Set(["a", "an", "the", "and", "s"]);

/**
 * Puts articles together that tell the same story: near-equal headlines within 72 hours, from different feeds. Two
 * articles of one feed are two stories, since a paper's daily column bears the same headline every day. So do figures
 * tell stories apart: "Week 3 rankings" is not "Week 4 rankings".
 *
 * @returns groups in the order of their first article, each article in exactly one
 */
export function groupStories<T extends Telling>(articles: readonly T[]): T[][] {
  const groups: T[][] = [];
  const groupOf = new Map<T, T[]>();
  const known: { article: T; words: Set<string> }[] = [];
  const byWord = new Map<string, number[]>();
  for (const article of articles) {
    const words = wordsOf(article.title);
    const shared = new Map<number, number>();
    for (const word of words)
      for (const index of byWord.get(word) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    const twin = [...shared].find(([index, count]) => {
      const other = known[index];
      return other && areAlike(words, other.words, count) && areClose(article, other.article);
    });
    const found = twin && groupOf.get((known[twin[0]] as { article: T }).article);
    const isTwice = found?.some(({ feedUrl }) => feedUrl === article.feedUrl);
    const group = found && !isTwice ? found : [];
    if (group.length === 0) groups.push(group);
    group.push(article);
    groupOf.set(article, group);
    const index = known.push({ article, words }) - 1;
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), index]);
  }
  return groups;
}

function areAlike(one: Set<string>, other: Set<string>, shared: number): boolean {
  const union = one.size + other.size - shared;
  const needed = Math.min(one.size, other.size) < TELLING_WORDS ? 1 : ALIKE;
  return shared / union >= needed && figuresOf(one) === figuresOf(other);
}

function areClose(one: Telling, other: Telling): boolean {
  const apart = Math.abs(Date.parse(one.sortedAt) - Date.parse(other.sortedAt));
  return one.feedUrl !== other.feedUrl && apart <= SAME_STORY_HOURS * 3_600_000;
}

/** The words of a headline, without accents, case, and the publisher's name that some append. */
function wordsOf(title: string): Set<string> {
  const own = title.replace(/\s+[-–—|]\s+[^-–—|]{2,40}$/, "");
  const plain = (own.length >= title.length / 2 ? own : title).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return new Set((plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word)));
}

function figuresOf(words: Set<string>): string {
  return [...words]
    .filter((word) => /\d/.test(word))
    .sort()
    .join(" ");
}
