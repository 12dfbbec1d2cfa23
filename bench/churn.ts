import { pick, type Random } from "../core/random.ts";

interface Story {
  guid: string;
  title: string;
  link: string;
  /** Milliseconds since 1970. */
  date: number;
  text: string;
}

const WORDS =
  "council bridge harbor school budget river market station library garden strike verdict storm election festival museum bakery stadium café naïve İstanbul straße 東京 Ελλάδα 🎉 don’t “curly” C++ &amp; &lt;b&gt;bold&lt;/b&gt; &amp;amp;".split(
    " ",
  );
const STORIES_PER_FEED = 12;
const MINUTE_MS = 60_000;

/** Creates feeds whose stories keep changing: dates, titles, texts, links, and stories that move between feeds. */
export function createChurningFeeds(names: readonly string[], random: Random) {
  const feeds = new Map<string, Story[]>();
  let count = 0;
  const isChance = (percent: number) => random.integer(1, 100) <= percent;
  const words = (length: number) => Array.from({ length }, () => pick(WORDS, random)).join(" ");
  const newStory = (): Story => {
    const number = ++count;
    return {
      ...{ guid: `story-${number}`, title: words(7), text: words(60) },
      link: isChance(90) ? `https://paper${number % 50}.example/stories/${number}` : "",
      date: Date.now() - random.integer(0, 60) * MINUTE_MS,
    };
  };
  for (const name of names) feeds.set(name, Array.from({ length: STORIES_PER_FEED }, newStory));

  function edit(story: Story): void {
    if (isChance(20)) story.date = Math.min(Date.now(), story.date + random.integer(0, 10) * MINUTE_MS);
    if (isChance(10)) story.title = words(7);
    if (isChance(5)) story.text = words(60);
    if (isChance(2)) story.date = Date.now() + 60 * MINUTE_MS;
    if (isChance(2)) story.link = `https://moved.example/${++count}`;
  }

  return {
    words,
    /** Makes the changes that a feed sees between two polls. */
    advance(name: string): void {
      const stories = feeds.get(name) ?? [];
      for (const story of stories) edit(story);
      if (isChance(60)) {
        stories.unshift(newStory());
        stories.pop();
      }
      // A story that another feed has, too.
      const [other] = feeds.get(pick(names, random)) ?? [];
      if (other && isChance(10)) stories[3] = { ...other };
    },
    /** Returns a feed in its current state as RSS. */
    toRss(name: string): string {
      const items = (feeds.get(name) ?? []).map(
        ({ guid, title, link, date, text }) =>
          `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title>${link && `<link>${link}</link>`}${
            isChance(95) ? `<pubDate>${new Date(date).toUTCString()}</pubDate>` : ""
          }<description>${text}</description></item>`,
      );
      return `<rss version="2.0"><channel><title>${name}</title>${items.join("")}</channel></rss>`;
    },
  };
}
