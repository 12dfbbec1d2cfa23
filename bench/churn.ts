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
const STORIES = 12;
const MINUTE = 60_000;

/** Feeds of publishers who never leave their stories alone: dates, titles, texts and addresses change, stories wander. */
export function createChurn(names: readonly string[], random: Random) {
  const feeds = new Map<string, Story[]>();
  let count = 0;
  const happens = (percent: number) => random.integer(1, 100) <= percent;
  const words = (length: number) => Array.from({ length }, () => pick(WORDS, random)).join(" ");
  const newStory = (): Story => {
    const number = ++count;
    return {
      ...{ guid: `story-${number}`, title: words(7), text: words(60) },
      link: happens(90) ? `https://paper${number % 50}.example/stories/${number}` : "",
      date: Date.now() - random.integer(0, 60) * MINUTE,
    };
  };
  for (const name of names) feeds.set(name, Array.from({ length: STORIES }, newStory));

  function edit(story: Story): void {
    if (happens(20)) story.date = Math.min(Date.now(), story.date + random.integer(0, 10) * MINUTE);
    if (happens(10)) story.title = words(7);
    if (happens(5)) story.text = words(60);
    if (happens(2)) story.date = Date.now() + 60 * MINUTE;
    if (happens(2)) story.link = `https://moved.example/${++count}`;
  }

  return {
    words,
    /** Has some time pass for a feed. */
    goOn(name: string): void {
      const stories = feeds.get(name) ?? [];
      for (const story of stories) edit(story);
      if (happens(60)) {
        stories.unshift(newStory());
        stories.pop();
      }
      // A story that another paper has, too.
      const [others] = feeds.get(pick(names, random)) ?? [];
      if (others && happens(10)) stories[3] = { ...others };
    },
    /** A feed as it is now, RSS. */
    rss(name: string): string {
      const items = (feeds.get(name) ?? []).map(
        ({ guid, title, link, date, text }) =>
          `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title>${link && `<link>${link}</link>`}${
            happens(95) ? `<pubDate>${new Date(date).toUTCString()}</pubDate>` : ""
          }<description>${text}</description></item>`,
      );
      return `<rss version="2.0"><channel><title>${name}</title>${items.join("")}</channel></rss>`;
    },
  };
}
