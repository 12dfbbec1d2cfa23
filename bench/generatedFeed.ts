import { createRandom, pick } from "../core/random.ts";

/**
 * Function words, which are a third of a headline's words. The other words are pairs of PARTS. Headlines are about as
 * varied as in real news.
 */
const FUNCTION_WORDS = "in to of for on at as with over after from by".split(" ");
const PARTS =
  "council bridge harbor school budget river market station library garden strike verdict storm election festival museum bakery stadium airport clinic tower lake ferry union factory theater campus precinct zoning parade".split(
    " ",
  );
const ITEMS = 10;
const HOUR_MS = 3_600_000;

/**
 * Generates a small RSS feed. The stories depend only on the arguments, and their dates also on the current time.
 *
 * @param addedStories number of stories in addition to the first ten
 */
export function generateFeed(index: number, addedStories: number): string {
  const items = Array.from({ length: ITEMS + addedStories }, (_, item) =>
    generateItem(index, ITEMS + addedStories - item),
  );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Wire ${index}</title><link>https://wire${index}.example/</link><description>News</description>${items.join("")}</channel></rss>`;
}

function generateItem(index: number, number: number): string {
  const random = createRandom(`${index}/${number}`);
  const words = (count: number) =>
    Array.from({ length: count }, () =>
      random.integer(0, 2) === 0 ? pick(FUNCTION_WORDS, random) : pick(PARTS, random) + pick(PARTS, random),
    ).join(" ");
  const date = new Date(Date.now() - (40 - number) * HOUR_MS - random.integer(0, HOUR_MS)).toUTCString();
  const address = `https://wire${index}.example/stories/${number}`;
  return `<item><title>${words(8)} ${index}</title><link>${address}</link><guid>${address}</guid><pubDate>${date}</pubDate><description>&lt;p&gt;${words(40)}.&lt;/p&gt;</description></item>`;
}
