import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breachesOfFeedRules } from "../../tests/support/feedRules.ts";
import { type ParsedStory, readByAnother, readByFeedsmith } from "../../tests/support/otherReaders.ts";
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

  async function sameAs(read: (written: string) => ParsedStory[] | Promise<ParsedStory[]>, words: readonly string[]) {
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

const build = (...items: FeedItem[]) => buildFeed({ channel, items }, "rss");

describe("what is asked of RSS alone", () => {
  it("has the specification's constants", () => {
    const xml = build(story(1));
    expect(xml).toContain("<ttl>60</ttl>");
    expect(xml).toContain("<language>en-US</language>");
    expect(xml).toContain('url="https://post.example/rss-image.png" width="1200" height="630"');
  });

  it("leaves its items as they were", () => {
    const items = [story(1), story(2)];
    buildFeed({ channel, items }, "rss");
    expect(items.map(({ title }) => title)).toEqual(["Story 1", "Story 2"]);
  });

  it("drops what XML forbids and keeps every other character", () => {
    const xml = build(story(1, { title: "A\u0000B\u0008\u001f\ud800\uffff\u0085 🌭 שלום\u200f é" }));
    expect(xml).toContain("<title>AB 🌭 שלום\u200f é</title>");
  });

  it("holds to the validator's rules", () => {
    const picture = { url: "https://post.example/pictures/a/b/800/c", type: "image/webp", alt: 'A "<gate>" & a lock' };
    const enclosure = { url: "https://wire.example/a.mp3?b=1&c=2", type: "audio/mpeg", length: 1200 };
    const source = { title: "The Wire & Co", url: "https://wire.example/rss?a=1&b=2" };
    const xml = build(story(1, { picture, enclosure, source }), story(2, { title: "]]> & <b>bold</b>" }), story(3));
    expect(breachesOfFeedRules(xml, channel.self)).toEqual([]);
    expect(breachesOfFeedRules(build(), channel.self)).toEqual([]);
  });

  it("holds to the validator's rules whatever its texts are", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    const anything = fc.record({ title: text, author: text, description: text, alt: text });
    fc.assert(
      fc.property(anything, ({ title, author, description, alt }) => {
        const picture = { url: "https://post.example/p", type: "image/webp", alt };
        const item = story(1, { title: `T${title}`, author, description, picture });
        expect(breachesOfFeedRules(build(item), channel.self)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the rules of RSS", () => {
  it.each([
    ["pubDate is a date", (xml: string) => xml.replace("<pubDate>Thu", "<pubDate>Fri")],
    ["guids are unique", (xml: string) => xml.replaceAll("story-2", "story-1")],
    ["link and guid are absolute", (xml: string) => xml.replaceAll("https://post.example/article", "/article")],
    ["atom:link self", (xml: string) => xml.replace('rel="self"', 'rel="alternate"')],
    ["no relative address", (xml: string) => xml.replaceAll("<p>What", '<p><a href="/events">Here</a> What')],
    ["is safe", (xml: string) => xml.replaceAll("<p>What", '<p onclick="x()">What')],
    ["is well-formed", (xml: string) => xml.replace("</channel>", "")],
    ["not too large", (xml: string) => xml.replace("</image>", "<width>1200</width></image>")],
  ])("notice a breach: %s", (rule, spoil) => {
    const xml = build(story(1), story(2));
    expect(breachesOfFeedRules(spoil(xml), channel.self).join("\n")).toContain(rule);
  });
});
