import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "../core/random.ts";
import type { Edition } from "../server/editions/loading/load.ts";
import { readFeed } from "../server/feeds/parse/readFeed.ts";
import { toText } from "../server/html/text.ts";
import { sampleBody } from "../server/news/story.ts";
import { CORPORA } from "../tests/support/seedFeeds.ts";

export interface GeneratedArticle {
  title: string;
  excerpt: string;
  body: string;
  author: string;
}

/**
 * Probability that the next generated word is a word that follows the current word in a source text. Otherwise, the
 * next word is random.
 */
const FOLLOWER_SHARE = 0.75;
/** Share of generated words that are rare, like names in a city's news. */
const RARE_SHARE = 0.02;
/** Number of distinct rare words. */
const RARE_WORDS = 400_000;

/**
 * Creates a generator of articles. A Markov chain over samples and recorded feeds gives words the frequencies of real
 * news. Rare words are added.
 */
export function createArticleGenerator(edition: Edition, seed: string): (index: number) => GeneratedArticle {
  const numbers = createRandom(seed);
  const random = () => numbers.integer(0, 2 ** 30) / 2 ** 30;
  const words = [...readSampleTexts(edition), ...readRecordedTexts()].flatMap(
    (text) => text.match(/[\p{L}\p{N}'’-]+[.,]?/gu) ?? [],
  );
  const followers = new Map<string, number[]>();
  for (const [place, word] of words.entries()) {
    const known = followers.get(word);
    if (known) known.push(place + 1);
    else followers.set(word, [place + 1]);
  }
  const writeWords = (count: number) => {
    let place = Math.floor(random() * words.length);
    const text: string[] = [];
    while (text.length < count) {
      if (random() < RARE_SHARE) text.push(toRareWord(Math.floor(RARE_WORDS ** random())));
      const word = words[place] ?? words[0] ?? "";
      text.push(word);
      const next = followers.get(word) ?? [];
      place =
        random() < FOLLOWER_SHARE
          ? (next[Math.floor(random() * next.length)] ?? 0)
          : Math.floor(random() * words.length);
    }
    return text.join(" ");
  };
  return (index) => {
    const body = writeWords(Math.round(40 + 160 * random() ** 2 + (index % 20 === 0 ? 500 : 0)));
    return {
      title: writeWords(6 + Math.floor(random() * 6)),
      excerpt: body.slice(0, 180),
      body,
      author: writeWords(2),
    };
  };
}

const SYLLABLES = [
  "ba",
  "ko",
  "ri",
  "len",
  "mar",
  "do",
  "sti",
  "vel",
  "an",
  "shi",
  "gru",
  "tow",
  "pe",
  "nak",
  "ul",
  "zi",
];

function toRareWord(number: number): string {
  let word = "";
  for (let rest = number + 4096; rest > 0; rest = Math.floor(rest / 16)) word += SYLLABLES[rest % 16];
  return word;
}

function readSampleTexts(edition: Edition): string[] {
  return [...edition.samples.values()].flat().map((sample) => `${sample.title} ${toText(sampleBody(sample, edition))}`);
}

/** Returns the texts of the recorded feeds in CORPORA; an empty list if there are no recorded feeds. */
function readRecordedTexts(): string[] {
  const folder = join(CORPORA, "real");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    try {
      const { feed } = readFeed(readFileSync(join(folder, name)), { url: `https://feeds.example/${name}` });
      return feed.articles.map(
        (article) => `${article.title} ${toText(article.contentHtml || article.descriptionHtml)}`,
      );
    } catch {
      return [];
    }
  });
}
