import { describe, expect, it } from "vitest";
import type { Article } from "../../../core/article.ts";
import { readFeed } from "./readFeed.ts";

const read = (text: string, url = "https://news.example/rss.xml") => readFeed(Buffer.from(text), { url });
const rss = (item: string, head = "") => `<rss version="2.0"><channel><title>T</title>${head}${item}</channel></rss>`;
const only = (item: string): Article => {
  const [article] = read(rss(`<item>${item}</item>`)).feed.articles;
  if (!article) throw new Error("no article");
  return article;
};

describe("toArticle, given what content systems write for editors", () => {
  it("names the writer, not the account, and nobody for an account alone", () => {
    const dc = `xmlns:dc="http://purl.org/dc/elements/1.1/"`;
    const getAuthor = (fields: string) => only(`<title>T</title>${fields}`).author;
    const login = `<dc:creator ${dc}>mlowe</dc:creator>`;
    expect(getAuthor(`${login}<author>desk@gazette.example (Mona Lowe)</author>`)).toBe("Mona Lowe");
    expect(getAuthor(`${login}<dc:creator ${dc}>Mona Lowe</dc:creator>`)).toBe("Mona Lowe");
    expect(getAuthor(login)).toBe("mlowe");
    expect(getAuthor(`<author>noreply@blogger.com (Unknown)</author>`)).toBe("Staff Writer");
    expect(getAuthor(`<author>mlowe@gazette.example (mlowe)</author>`)).toBe("Staff Writer");
    expect(getAuthor(`<author>By Mona Lowe |</author>`)).toBe("Mona Lowe");
  });

  it("uses the first date that is one, and the update for a missing date of publication", () => {
    const dc = `<dc:date xmlns:dc="http://purl.org/dc/elements/1.1/">2026-11-02T16:00:00Z</dc:date>`;
    const update = `<updated xmlns="http://www.w3.org/2005/Atom">2026-11-02T16:00:00Z</updated>`;
    for (const fields of [`<pubDate>Invalid date</pubDate>${dc}`, `<pubDate>0001-01-01</pubDate>${dc}`, update])
      expect(only(`<title>T</title>${fields}`).publishedAt).toBe("2026-11-02T16:00:00.000Z");
  });

  it("lists each category once, and no addresses", () => {
    const categories = ["Local", "http://schemas.google.com/blogger/2008/kind#post", "local", "Schools"];
    const fields = categories.map((name) => `<category>${name}</category>`).join("");
    expect(only(`<title>T</title>${fields}`).categories).toEqual(["Local", "Schools"]);
  });

  it("has no placeholder as the description of an image", () => {
    const getAlt = (alt: string) =>
      only(`<description><![CDATA[<img src="/ferry.jpg" alt="${alt}">]]></description>`).image?.alt;
    expect(getAlt("Article Image Alt Text")).toBe("");
    expect(getAlt("The ferry at dawn")).toBe("The ferry at dawn");
  });
});

describe("a relative URL", () => {
  const SERVICE = "https://feeds.service.example/gazette";
  const item = (link: string) =>
    `<item><title>T</title><link>${link}</link><description><![CDATA[<img src="/img/ferry.jpg"><a href="/ferry">Ferry</a>]]></description></item>`;
  const getUrls = (text: string) => {
    const [article] = read(text, SERVICE).feed.articles;
    return [article?.link, article?.image?.url, /href="([^"]*)"/.exec(article?.descriptionHtml ?? "")?.[1]];
  };
  const head = "<link>https://gazette.example/</link>";

  it("is resolved against the channel's link, not against the service that the feed comes from", () => {
    const urls = [
      "https://gazette.example/ferry-story",
      "https://gazette.example/img/ferry.jpg",
      "https://gazette.example/ferry",
    ];
    expect(getUrls(rss(item("/ferry-story"), head))).toEqual(urls);
    expect(getUrls(rss(item(`${SERVICE}/~r/1`), head))).toEqual([`${SERVICE}/~r/1`, ...urls.slice(1)]);
    const entry = `<entry><title>T</title><link href="/ferry-story"/><content type="html">&lt;img src="/img/ferry.jpg"&gt;&lt;a href="/ferry"&gt;Ferry&lt;/a&gt;</content></entry>`;
    const feed = (attribute = "") =>
      `<feed xmlns="http://www.w3.org/2005/Atom"${attribute}><title>T</title><link href="https://gazette.example/"/>${entry}</feed>`;
    expect(read(feed(), SERVICE).feed.articles[0]).toMatchObject({ link: urls[0], image: { url: urls[1] } });
    const declared = read(feed(` xml:base="https://base.example/"`), SERVICE).feed.articles[0];
    expect(declared).toMatchObject({ link: "https://base.example/ferry-story" });
  });

  it("is resolved against the entry's page if that is not the service's, and else against the feed", () => {
    const [link, image] = getUrls(rss(item("https://town.example/1"), head));
    expect([link, image]).toEqual(["https://town.example/1", "https://town.example/img/ferry.jpg"]);
    expect(getUrls(rss(item("/1")))[0]).toBe("https://feeds.service.example/1");
  });
});
