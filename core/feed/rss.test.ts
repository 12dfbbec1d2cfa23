import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breachesOfFeedRules } from "../../tests/support/feedRules.ts";
import { buildFeed } from "./build.ts";
import type { FeedChannel, FeedItem } from "./feed.ts";

const channel: FeedChannel = {
  title: "The Harbor Post & Wire",
  description: "News for <everybody>",
  link: "https://post.example/",
  self: "https://post.example/rss.xml",
  language: "en-US",
  copyright: "© 2025 The Harbor Post",
  image: "https://post.example/rss-image.png",
  hub: null,
  changedAt: "2025-04-17T11:00:00.000Z",
};

function story(number: number, change: Partial<FeedItem> = {}): FeedItem {
  return {
    title: `Story ${number}`,
    link: `https://post.example/article/story-${number}`,
    author: "Staff Writer",
    date: new Date(Date.UTC(2025, 3, 17, 10, number)).toISOString(),
    changedAt: "2025-04-17T11:00:00.000Z",
    categories: ["Local News"],
    description: `What story ${number} says.`,
    contentHtml: `<p>What story ${number} says.</p>`,
    picture: null,
    enclosure: null,
    source: null,
    ...change,
  };
}

const build = (...items: FeedItem[]) => buildFeed({ channel, items }, "rss");

describe("the feed", () => {
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

describe("the rules themselves", () => {
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
