import { decodeHTML } from "entities";
import fc from "fast-check";
import { parseRssFeed } from "feedsmith";
import RssParser from "rss-parser";
import { describe, expect, it } from "vitest";
import { buildFeed } from "../../../core/feed/build.ts";
import type { FeedItem } from "../../../core/feed/feed.ts";
import { isLong } from "../../../tests/support/longTests.ts";
import { readFeed } from "./readFeed.ts";

const SITE = "https://post.example";
const channel = {
  title: "The Harbor Post",
  description: "News",
  link: `${SITE}/`,
  self: `${SITE}/rss.xml`,
  language: "en-US",
  copyright: "©",
  image: `${SITE}/rss-image.png`,
  hub: null,
  changedAt: null,
};

const HOSTILE = [
  "Why ]]> ends nothing",
  "<![CDATA[ neither begins nor ends ]]>",
  "Fish & chips &amp; peas &lt;fresh&gt;",
  "How the <b> tag was <b>won</b>, and </title> lost",
  "<script>alert(1)</script> is a headline",
  "Schools 3 < 4 > 2",
  "Hot dogs 🌭 and families 👩‍👩‍👧‍👦 at the lake",
  "עיתון: \u200fשלום\u200f & العربية",
  `"Quotes" and 'apostrophes' &#8217; in a row`,
];

function story(title: string, number: number, text: string): FeedItem {
  return {
    title,
    link: `${SITE}/article/story-${number}?a=1&b=2`,
    author: "Siobhán O'Neill & Sons",
    date: new Date(Date.UTC(2025, 3, 17, 10) - number * 60_000).toISOString(),
    changedAt: "2025-04-17T11:00:00.000Z",
    categories: ["Business & Finance", "Lock 7"],
    description: text,
    contentHtml: `<p>${escaped(text)} <em>]]></em></p>`,
    image: { url: `${SITE}/pictures/lake/abc/800/story-${number}`, type: "image/webp", alt: `${text} & more` },
    enclosure: { url: `${SITE}/a.mp3?x=1&y=2`, type: "audio/mpeg", length: 1234 },
    source: { title: "The Wire", url: "https://wire.example/rss" },
  };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Unescapes "]]>", since only some of the compared texts escape it. */
const normalize = (html = "") => html.replaceAll("]]&gt;", "]]>");

/** Fields that rss-parser returns but does not declare in its types. */
interface ParsedItem {
  "dc:creator": string;
  "content:encoded": string;
  media: { $: { url: string }; "media:description": [{ _: string }] };
}

/** Builds a feed and parses it with our parser and two other parsers. */
async function parseBack(items: FeedItem[]): Promise<Record<string, unknown[]>> {
  const xml = buildFeed({ channel, items }, "rss");
  const ours = readFeed(Buffer.from(xml), { url: channel.self }).feed.articles.map((article) => ({
    title: article.title,
    link: article.link,
    guid: article.guid,
    author: article.author,
    date: article.publishedAt,
    categories: article.categories,
    description: decodeHTML(article.descriptionHtml),
    content: normalize(article.contentHtml),
    picture: article.image?.url,
    alt: article.image?.alt,
    enclosure: article.enclosures[0],
  }));
  const smith = parseRssFeed(xml).items?.map((item) => ({
    title: item.title,
    link: item.link,
    guid: item.guid?.value,
    author: item.dc?.creators?.[0],
    date: new Date(item.pubDate ?? "").toISOString(),
    categories: item.categories?.map(({ name }) => name),
    description: decodeHTML(item.description ?? ""),
    content: normalize(item.content?.encoded),
    picture: item.media?.contents?.[0]?.url,
    alt: item.media?.contents?.[0]?.description?.value,
    enclosure: item.enclosures?.[0],
  }));
  const parser = new RssParser<object, ParsedItem>({ customFields: { item: [["media:content", "media"]] } });
  const others = (await parser.parseString(xml)).items.map((item) => ({
    title: item.title,
    link: item.link,
    guid: item.guid,
    author: item["dc:creator"],
    date: item.isoDate,
    categories: item.categories,
    description: decodeHTML(item.content ?? ""),
    content: normalize(item["content:encoded"]),
    picture: item.media.$.url,
    alt: item.media["media:description"][0]._,
    enclosure: item.enclosure && { ...item.enclosure, length: Number(item.enclosure.length) },
  }));
  return { ours, smith: smith ?? [], others };
}

const toExpected = (item: FeedItem) => ({
  title: item.title,
  link: item.link,
  guid: item.link,
  author: item.author,
  date: item.date,
  categories: item.categories,
  description: item.description,
  content: normalize(item.contentHtml),
  picture: item.image?.url,
  alt: item.image?.alt,
  enclosure: item.enclosure,
});

describe("our own feed in three parsers", () => {
  it("returns every field, including hostile titles", async () => {
    const items = HOSTILE.map((title, number) => story(title, number, title));
    const { ours, smith, others } = await parseBack(items);
    expect(smith).toEqual(items.map(toExpected));
    expect(others).toEqual(items.map(toExpected));
    expect(ours).toEqual(items.map(toExpected));
  });

  it("returns any title and any text", async () => {
    const word = fc.constantFrom(
      "<b>",
      "]]>",
      "<![CDATA[",
      "&",
      "&amp;",
      "&#60;",
      "<",
      ">",
      "🌭",
      "שלום",
      "'",
      '"',
      "x",
    );
    const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `A ${words.join(" ")} z`);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (titles) => {
        const items = titles.map((title, number) => story(title, number, title));
        for (const found of Object.values(await parseBack(items))) expect(found).toEqual(items.map(toExpected));
      }),
      { numRuns: isLong ? 300 : 60 },
    );
  });
});
