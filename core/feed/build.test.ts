import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedItem, parseIndependently, parseWithFeedsmith } from "../../tests/support/feedParsers.ts";
import { breachesOfFeedRules } from "../../tests/support/feedRules.ts";
import { isLong } from "../../tests/support/longTests.ts";
import { buildFeed } from "./build.ts";
import type { FeedChannel, FeedItem } from "./feed.ts";
import { type FeedFormat, FORMATS } from "./formats.ts";

/** Strings that have broken feed readers. */
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

function item(number: number, change: Partial<FeedItem> = {}): FeedItem {
  return {
    title: `Story ${number}`,
    link: `https://post.example/article/story-${number}?a=1&b=2`,
    author: "Siobhán O'Neill & Sons",
    date: new Date(Date.UTC(2025, 3, 17, 10, 59 - number)).toISOString(),
    changedAt: "2025-04-17T11:00:00.000Z",
    categories: ["Business & Finance", "Lock 7"],
    description: `What story ${number} says.`,
    contentHtml: `<p>What story ${number} <em>says</em>.</p>`,
    image: { url: "https://post.example/p", type: "image/webp", alt: "A gate" },
    enclosure: { url: "https://wire.example/a.mp3?b=1&c=2", type: "audio/mpeg", length: 1200 },
    source: { title: "The Wire & Co", url: "https://wire.example/rss?a=1&b=2" },
    ...change,
  };
}

const toParsed = (item: FeedItem) => ({
  id: item.link,
  title: item.title,
  link: item.link,
  author: item.author,
  date: item.date,
  summary: item.description,
  content: item.contentHtml,
  tags: item.categories,
  recording: item.enclosure?.url,
});

describe.each(formats)("a feed as %s", (format) => {
  it("contains the 50 newest items, newest first, whatever their order", () => {
    const items = Array.from({ length: 60 }, (_, index) => item((index * 37) % 60));
    const titles = parseWithFeedsmith(buildFeed({ channel, items }, format), format).map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 50 }, (_, index) => `Story ${index}`));
  });

  it("is parsed back to the same items, whatever their text", async () => {
    await mustMatch((written) => parseWithFeedsmith(written, format), [...WORDS, ...MARKUP]);
  });

  // Omits MARKUP, which other parsers decode even in plain-text titles.
  it("is parsed back to the same items by another parser", async () => {
    await mustMatch((written) => parseIndependently(written, format), WORDS);
  });

  async function mustMatch(parse: (written: string) => ParsedItem[] | Promise<ParsedItem[]>, words: readonly string[]) {
    const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (titles) => {
        const items = titles.map((parts, number) => {
          const title = `A ${parts.join(" ")} z`;
          return item(number, { title, description: title, author: title });
        });
        const expected = items.map(({ title, ...rest }) => {
          const text = dropInvalid(title);
          return { ...toParsed({ title, ...rest }), title: text, summary: text, author: text };
        });
        const found = await parse(buildFeed({ channel, items }, format));
        expect(found.map(normalizeSpace)).toEqual(expected.map(normalizeSpace));
      }),
      { numRuns: isLong ? 60 : 20 },
    );
  }

  it("contains its hub and its own address", () => {
    const hub = "https://hub.example/?a=1&b=2";
    const written = buildFeed({ channel: { ...channel, hub }, items: [] }, format);
    const reference =
      format === "json"
        ? JSON.stringify([{ type: "WebSub", url: hub }])
        : 'href="https://hub.example/?a=1&amp;b=2" rel="hub"';
    expect(written.replace(/\n\s*/g, "").replaceAll('": ', '":')).toContain(reference);
    expect(written).toContain(channel.self);
    expect(buildFeed({ channel, items: [] }, format)).not.toMatch(/hub/);
  });
});

/** Drops the characters that no format may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
const dropInvalid = (text: string) => text.replace(/[\u0007\ud800]/g, "");

/** Collapses whitespace, which parsers treat differently. */
const normalizeSpace = <T extends object>(parsed: T) =>
  Object.fromEntries(
    Object.entries(parsed).map(([key, value]) => [
      key,
      typeof value === "string" ? value.replace(/\s+/g, " ").trim() : value,
    ]),
  );

const build = (...items: FeedItem[]) => buildFeed({ channel, items }, "rss");

describe("RSS", () => {
  it("contains the specification's constants", () => {
    const xml = build(item(1));
    expect(xml).toContain("<ttl>60</ttl>");
    expect(xml).toContain("<language>en-US</language>");
    expect(xml).toContain('url="https://post.example/rss-image.png" width="1200" height="630"');
  });

  it("does not change its argument", () => {
    const items = [item(1), item(2)];
    buildFeed({ channel, items }, "rss");
    expect(items.map(({ title }) => title)).toEqual(["Story 1", "Story 2"]);
  });

  it("drops characters that XML forbids and keeps all others", () => {
    const xml = build(item(1, { title: "A\u0000B\u0008\u001f\ud800\uffff\u0085 🌭 שלום\u200f é" }));
    expect(xml).toContain("<title>AB 🌭 שלום\u200f é</title>");
  });

  it("follows the validator's rules", () => {
    const image = { url: "https://post.example/pictures/a/b/800/c", type: "image/webp", alt: 'A "<gate>" & a lock' };
    const enclosure = { url: "https://wire.example/a.mp3?b=1&c=2", type: "audio/mpeg", length: 1200 };
    const source = { title: "The Wire & Co", url: "https://wire.example/rss?a=1&b=2" };
    const xml = build(item(1, { image, enclosure, source }), item(2, { title: "]]> & <b>bold</b>" }), item(3));
    expect(breachesOfFeedRules(xml, channel.self)).toEqual([]);
    expect(breachesOfFeedRules(build(), channel.self)).toEqual([]);
  });

  it("follows the validator's rules whatever its text", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    const anything = fc.record({ title: text, author: text, description: text, alt: text });
    fc.assert(
      fc.property(anything, ({ title, author, description, alt }) => {
        const image = { url: "https://post.example/p", type: "image/webp", alt };
        const built = item(1, { title: `T${title}`, author, description, image });
        expect(breachesOfFeedRules(build(built), channel.self)).toEqual([]);
      }),
      { numRuns: isLong ? 1000 : 200 },
    );
  });
});

describe("breachesOfFeedRules", () => {
  it.each([
    ["pubDate is a date", (xml: string) => xml.replace("<pubDate>Thu", "<pubDate>Fri")],
    ["guids are unique", (xml: string) => xml.replaceAll("story-2", "story-1")],
    ["link and guid are absolute", (xml: string) => xml.replaceAll("https://post.example/article", "/article")],
    ["atom:link self", (xml: string) => xml.replace('rel="self"', 'rel="alternate"')],
    ["no relative address", (xml: string) => xml.replaceAll("<p>What", '<p><a href="/events">Here</a> What')],
    ["is safe", (xml: string) => xml.replaceAll("<p>What", '<p onclick="x()">What')],
    ["is well-formed", (xml: string) => xml.replace("</channel>", "")],
    ["not too large", (xml: string) => xml.replace("</image>", "<width>1200</width></image>")],
  ])("finds a breach: %s", (rule, spoil) => {
    const xml = build(item(1), item(2));
    expect(breachesOfFeedRules(spoil(xml), channel.self).join("\n")).toContain(rule);
  });
});
