import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "../core/random.ts";
import type { Edition } from "../server/editions/load.ts";
import { readFeed } from "../server/feeds/parse/readFeed.ts";
import { toText } from "../server/html/text.ts";
import { sampleBody } from "../server/news/sampleBody.ts";
import { CORPORA } from "../tests/support/seedFeeds.ts";

/** An article that nobody wrote, of words that somebody did. */
export interface GeneratedArticle {
  title: string;
  excerpt: string;
  body: string;
  author: string;
}

/** How often the next word is one that followed the last one in a real text, and how often a name that none has. */
const FOLLOWS = 0.75;
const RARE = 0.02;
/** Rare words: names and numbers, of which a city's news has hundreds of thousands. */
const RARE_WORDS = 400_000;

/**
 * Writes articles with the words of the edition's own stories and of recorded feeds, each as often as it stands there, which
 * is Zipf's distribution, in an order in which they stand there, and with a long tail of rare ones.
 */
export function newsWriter(edition: Edition, seed: string): (index: number) => GeneratedArticle {
  const numbers = createRandom(seed);
  const random = () => numbers.integer(0, 2 ** 30) / 2 ** 30;
  const words = [...samples(edition), ...recorded()].flatMap((text) => text.match(/[\p{L}\p{N}'’-]+[.,]?/gu) ?? []);
  const followers = new Map<string, number[]>();
  for (const [place, word] of words.entries()) {
    const known = followers.get(word);
    if (known) known.push(place + 1);
    else followers.set(word, [place + 1]);
  }
  const write = (count: number) => {
    let place = Math.floor(random() * words.length);
    const text: string[] = [];
    while (text.length < count) {
      if (random() < RARE) text.push(rareWord(Math.floor(RARE_WORDS ** random())));
      const word = words[place] ?? words[0] ?? "";
      text.push(word);
      const next = followers.get(word) ?? [];
      place =
        random() < FOLLOWS ? (next[Math.floor(random() * next.length)] ?? 0) : Math.floor(random() * words.length);
    }
    return text.join(" ");
  };
  return (index) => {
    const body = write(Math.round(40 + 160 * random() ** 2 + (index % 20 === 0 ? 500 : 0)));
    return { title: write(6 + Math.floor(random() * 6)), excerpt: body.slice(0, 180), body, author: write(2) };
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

function rareWord(number: number): string {
  let word = "";
  for (let rest = number + 4096; rest > 0; rest = Math.floor(rest / 16)) word += SYLLABLES[rest % 16];
  return word;
}

function samples(edition: Edition): string[] {
  return [...edition.samples.values()].flat().map((sample) => `${sample.title} ${toText(sampleBody(sample))}`);
}

/** The recorded feeds that lie beside the project; where they are absent, the samples have to do. */
function recorded(): string[] {
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
