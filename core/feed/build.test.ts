import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ReadStory, readByAnother, readByFeedsmith } from "../../tests/support/otherReaders.ts";
import { buildFeed } from "./build.ts";
import type { FeedChannel, FeedItem } from "./feed.ts";
import { type FeedFormat, FORMATS } from "./formats.ts";

/** What texts of feeds have broken readers by. */
const WORDS = ["&", "🌭", "👩‍👩‍👧", "שלום", "'", '"', "x", "\u0007", "\ud800"];

const MARKUP = ["&amp;", "&#60;", "<b>", "</title>", "]]>", "<![CDATA[", "<"];

const formats = Object.keys(FORMATS) as FeedFormat[];

const channel: FeedChannel = {
  title: "The Harbor Post & Wire",
  description: "News for <everybody>",
  link: "https://post.example/",
  self: "https://post.example/feed",
  language: "en-US",
  copyright: "© 2025 The Harbor Post",
  image: "https://post.example/rss-image.png",
  hub: null,
  changedAt: "2025-04-17T11:00:00.000Z",
};

function story(number: number, change: Partial<FeedItem> = {}): FeedItem {
  return {
    title: `Story ${number}`,
    link: `https://post.example/article/story-${number}?a=1&b=2`,
    author: "Siobhán O'Neill & Sons",
    date: new Date(Date.UTC(2025, 3, 17, 10, 59 - number)).toISOString(),
    changedAt: "2025-04-17T11:00:00.000Z",
    categories: ["Business & Finance", "Lock 7"],
    description: `What story ${number} says.`,
    contentHtml: `<p>What story ${number} <em>says</em>.</p>`,
    picture: { url: "https://post.example/p", type: "image/webp", alt: "A gate" },
    enclosure: { url: "https://wire.example/a.mp3?b=1&c=2", type: "audio/mpeg", length: 1200 },
    source: { title: "The Wire & Co", url: "https://wire.example/rss?a=1&b=2" },
    ...change,
  };
}

const expected = (item: FeedItem) => ({
  ...{ id: item.link, title: item.title, link: item.link, author: item.author, date: item.date },
  ...{ summary: item.description, content: item.contentHtml, tags: item.categories, recording: item.enclosure?.url },
});

describe.each(formats)("a feed as %s", (format) => {
  it("has the 50 newest, newest first, whatever the order they come in", () => {
    const items = Array.from({ length: 60 }, (_, index) => story((index * 37) % 60));
    const titles = readByFeedsmith(buildFeed({ channel, items }, format), format).map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 50 }, (_, index) => `Story ${index}`));
  });

  it("comes back the same, whatever is in it", async () => {
    await sameAs((written) => readByFeedsmith(written, format), [...WORDS, ...MARKUP]);
  });

  // Other readers undo markup in titles, also where it is none.
  it("comes back the same from another reader", async () => {
    await sameAs((written) => readByAnother(written, format), WORDS);
  });

  async function sameAs(read: (written: string) => ReadStory[] | Promise<ReadStory[]>, words: readonly string[]) {
    const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (titles) => {
        const items = titles.map((parts, number) => {
          const title = `A ${parts.join(" ")} z`;
          return story(number, { title, description: title, author: title });
        });
        const sound = items.map(({ title, ...item }) => {
          const told = sounded(title);
          return { ...expected({ title, ...item }), title: told, summary: told, author: told };
        });
        const found = await read(buildFeed({ channel, items }, format));
        expect(found.map(settled)).toEqual(sound.map(settled));
      }),
      { numRuns: 60 },
    );
  }

  it("names its hub and itself", () => {
    const hub = "https://hub.example/?a=1&b=2";
    const written = buildFeed({ channel: { ...channel, hub }, items: [] }, format);
    const told =
      format === "json"
        ? JSON.stringify([{ type: "WebSub", url: hub }])
        : 'href="https://hub.example/?a=1&amp;b=2" rel="hub"';
    expect(written.replace(/\n\s*/g, "").replaceAll('": ', '":')).toContain(told);
    expect(written).toContain(channel.self);
    expect(buildFeed({ channel, items: [] }, format)).not.toMatch(/hub/);
  });
});

/** Without what no format may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
const sounded = (text: string) => text.replace(/[\u0007\ud800]/g, "");

/** Readers differ in how they take space; what is said is the same. */
const settled = <T extends object>(read: T) =>
  Object.fromEntries(
    Object.entries(read).map(([key, value]) => [
      key,
      typeof value === "string" ? value.replace(/\s+/g, " ").trim() : value,
    ]),
  );
