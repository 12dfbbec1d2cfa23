import { describe, expect, it } from "vitest";
import { readFeed } from "./readFeed.ts";

const read = (json: unknown) => readFeed(Buffer.from(JSON.stringify(json)), { url: "https://news.example/rss.json" });

describe("readFeed, given RSS in JSON", () => {
  it("reads it like the same feed in XML", () => {
    const { feed } = read({
      rss: {
        version: "2.0",
        "source:xmlns": "http://source.scripting.com/",
        channel: {
          title: "Scripting News",
          link: "http://scripting.com/",
          language: "en-us",
          pubDate: "Thu, 17 Apr 2025 11:30:00 GMT",
          item: [
            {
              title: "Ferries & trains",
              description: "<p>The ferry is <b>late</b>.</p>",
              pubDate: "Thu, 17 Apr 2025 06:30:00 -0500",
              link: "http://scripting.com/2025/04/17.html#a1",
              guid: { isPermaLink: "false", "#value": "a1" },
              enclosure: { url: "http://scripting.com/a.mp3", type: "audio/mpeg", length: "1234" },
              category: ["City", "Harbor"],
            },
            { description: "A story without a title.", guid: "http://scripting.com/2025/04/17/1.html" },
          ],
        },
      },
    });
    expect(feed).toMatchObject({
      kind: "rss",
      title: "Scripting News",
      link: "http://scripting.com/",
      language: "en-us",
    });
    expect(feed.articles).toMatchObject([
      {
        title: "Ferries & trains",
        descriptionHtml: "<p>The ferry is <b>late</b>.</p>",
        publishedAt: "2025-04-17T11:30:00.000Z",
        link: "http://scripting.com/2025/04/17.html#a1",
        guid: "a1",
        enclosures: [{ url: "http://scripting.com/a.mp3", type: "audio/mpeg", length: 1234 }],
        categories: ["City", "Harbor"],
      },
      { title: "A story without a title.", link: "http://scripting.com/2025/04/17/1.html" },
    ]);
  });

  it("reads a single item that is not in a list", () => {
    expect(read({ rss: { channel: { title: "T", item: { title: "Only" } } } }).feed.articles).toMatchObject([
      { title: "Only" },
    ]);
  });

  it("keeps what it can of hostile values", () => {
    let deep: object = { title: "deep" };
    for (let depth = 0; depth < 5000; depth++) deep = { item: deep };
    const item = [null, 7, [["x"]], { title: { "#value": { a: 1 } }, link: "javascript:x" }, deep, { title: "Last" }];
    const { articles } = read({ rss: { channel: { item } } }).feed;
    expect(articles.at(-1)?.title).toBe("Last");
    expect(articles.every(({ link }) => link === null)).toBe(true);
  });

  it.each([[{ rss: {} }], [{ rss: "2.0" }], [{ rss: { channel: "x" } }]])("rejects %j", (json) => {
    expect(() => read(json)).toThrow("neither a JSON Feed");
  });
});
