import { createRandom } from "../core/random.ts";

/** Words that every third headline has, and as many others as a paper's headlines have. */
const SMALL_WORDS = "in to of for on at as with over after from by".split(" ");
const SYLLABLES =
  "council bridge harbor school budget river market station library garden strike verdict storm election festival museum bakery stadium airport clinic tower lake ferry union factory theater campus precinct zoning parade".split(
    " ",
  );
const ITEMS = 10;
const HOUR = 3_600_000;

/**
 * A small feed, the same for the same number.
 *
 * @param more how many stories it has on top of its first ten
 */
export function generatedFeed(index: number, more: number): string {
  const items = Array.from({ length: ITEMS + more }, (_, item) => story(index, ITEMS + more - item));
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Wire ${index}</title><link>https://wire${index}.example/</link><description>News</description>${items.join("")}</channel></rss>`;
}

function story(index: number, number: number): string {
  const random = createRandom(`${index}/${number}`);
  const one = (list: readonly string[]) => list[random.integer(0, list.length - 1)] ?? "";
  const words = (count: number) =>
    Array.from({ length: count }, () =>
      random.integer(0, 2) === 0 ? one(SMALL_WORDS) : one(SYLLABLES) + one(SYLLABLES),
    ).join(" ");
  const date = new Date(Date.now() - (40 - number) * HOUR - random.integer(0, HOUR)).toUTCString();
  const address = `https://wire${index}.example/stories/${number}`;
  return `<item><title>${words(8)} ${index}</title><link>${address}</link><guid>${address}</guid><pubDate>${date}</pubDate><description>&lt;p&gt;${words(40)}.&lt;/p&gt;</description></item>`;
}
