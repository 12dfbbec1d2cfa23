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
  const headlines = articles.map(({ title }) => wordsOf(title));
  const figures = headlines.map(figuresOf);
  const instants = articles.map(({ sortedAt }) => Date.parse(sortedAt));
  const rarest = rarestFirst(headlines);
  const byWord = new Map<string, number[]>();
  for (const [index, article] of articles.entries()) {
    // Figures tell stories apart: most headlines that share words need no second look.
    const telling = rarest(headlines[index] ?? new Set()).map((word) => `${word} ${figures[index]}`);
    let twin: number | undefined;
    for (const key of telling)
      for (const other of byWord.get(key) ?? []) {
        if (twin !== undefined && twin <= other) break;
        if (isTwin(index, other)) twin = other;
      }
    const found = twin === undefined ? undefined : groupOf.get(articles[twin] as T);
    const isTwice = found?.some(({ feedUrl }) => feedUrl === article.feedUrl);
    const group = found && !isTwice ? found : [];
    if (group.length === 0) groups.push(group);
    group.push(article);
    groupOf.set(article, group);
    for (const key of telling) {
      const known = byWord.get(key);
      if (known) known.push(index);
      else byWord.set(key, [index]);
    }
  }
  return groups;

  function isTwin(index: number, other: number): boolean {
    const apart = Math.abs((instants[index] ?? 0) - (instants[other] ?? 0));
    if (apart > SAME_STORY_HOURS * 3_600_000 || articles[index]?.feedUrl === articles[other]?.feedUrl) return false;
    return areAlike(headlines[index] ?? new Set(), headlines[other] ?? new Set());
  }
}

/** By what the like of one headline are looked for among very many. */
export interface Likeness {
  /** Every headline like it holds one of these at least, wherever and however written. */
  words: string[];
  isLike(other: string): boolean;
}

/** The longest words of a headline are mostly its rarest; how few of them are enough, `rarestFirst` says. */
export function likenessOf(title: string): Likeness {
  const words = wordsOf(title);
  const longest = [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return {
    words: longest.slice(0, words.size - Math.ceil(words.size * ALIKE) + 1),
    isLike: (other) => areAlike(words, wordsOf(other)),
  };
}

/**
 * The words of a headline by which its like are looked for. Of two headlines that are alike, each lacks at most a quarter
 * of the other's words, so that one of its rarest quarter and one more stands among those of the other. "In" and "to",
 * which every third headline has, need no looking up.
 */
function rarestFirst(headlines: readonly Set<string>[]): (words: Set<string>) => string[] {
  const frequency = new Map<string, number>();
  for (const words of headlines) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const rarer = (a: string, b: string) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1);
  return (words) => [...words].sort(rarer).slice(0, words.size - Math.ceil(words.size * ALIKE) + 1);
}

function areAlike(one: Set<string>, other: Set<string>): boolean {
  const shared = one.intersection(other).size;
  const union = one.size + other.size - shared;
  const needed = Math.min(one.size, other.size) < TELLING_WORDS ? 1 : ALIKE;
  return shared / union >= needed && figuresOf(one) === figuresOf(other);
}

/** The words of a headline, without accents, case, and the publisher's name that some append. */
function wordsOf(title: string): Set<string> {
  const own = title.replace(/\s+[-–—|]\s+[^-–—|]{2,40}$/, "");
  const plain = unaccented(own.length >= title.length / 2 ? own : title);
  return new Set((plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word)));
}

/** Most headlines are plain ASCII, and have nothing to take apart. */
const ACCENTED = /[^ -~]/;

function unaccented(text: string): string {
  if (!ACCENTED.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function figuresOf(words: Set<string>): string {
  return [...words]
    .filter((word) => /\d/.test(word))
    .sort()
    .join(" ");
}
