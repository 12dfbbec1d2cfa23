import { describe, expect, it } from "vitest";
import { readFeed } from "./readFeed.ts";

const URL = "https://news.example/feed";
const MEDIA = 'xmlns:media="http://search.yahoo.com/mrss/"';
const read = (xml: string) => readFeed(Buffer.from(xml), { url: URL }).feed;
const atom = (entry: string, attributes = "") =>
  read(`<feed xmlns="http://www.w3.org/2005/Atom" ${MEDIA} ${attributes}><entry>${entry}</entry></feed>`);
const rss = (item: string) => read(`<rss version="2.0" ${MEDIA}><channel><item>${item}</item></channel></rss>`);

describe("readFeed", () => {
  it.each([
    ["an Atom link given as text", atom("<link>https://news.example/a</link>")],
    ["an Atom link beside one without an address", atom('<link/><link rel="alternate">https://news.example/a</link>')],
    ["an Atom link in another attribute", atom('<link url="https://news.example/a"/>')],
    ["an RSS link in another attribute", rss('<link url="/a"/>')],
    [
      "an Atom link in RSS beside one without an address",
      rss('<atom:link xmlns:atom="http://www.w3.org/2005/Atom"/><atom:link href="/a"/>'),
    ],
  ])("finds %s", (_what, { articles }) => {
    expect(articles[0]?.link).toBe("https://news.example/a");
  });

  it("finds an enclosure given as text", () => {
    expect(rss("<enclosure type='audio/mpeg'>/a.mp3</enclosure>").articles[0]?.enclosures).toEqual([
      { url: "https://news.example/a.mp3", type: "audio/mpeg", length: null },
    ]);
  });

  it.each([
    ["Atom", atom],
    ["RSS", rss],
  ])("takes the description of a media:group in %s, unless the entry has its own", (_format, read) => {
    const group =
      "<media:group><media:title>T</media:title><media:description>A film.</media:description></media:group>";
    expect(read(`<title>T</title>${group}`).articles[0]).toMatchObject({ title: "T", excerpt: "A film." });
    const own = "<description>Own.</description><summary>Own.</summary>";
    expect(read(`${group}${own}`).articles[0]?.excerpt).toBe("Own.");
  });

  it("reads a language with an underscore", () => {
    expect(atom("", 'xml:lang="es_MX"').language).toBe("es-MX");
  });

  it.each([
    ["an Atom title with an encoding", atom('<title encoding="base64">Q2F2YWxpIGRpIGZlcnJv</title>')],
    ["an Atom title with a mode", atom('<title mode="base64">\nQ2F2YWxpIGRpIGZlcnJv\n</title>')],
    ["an RSS title", rss('<title encoding="base64">Q2F2YWxpIGRpIGZlcnJv</title>')],
  ])("decodes the Base64 of %s", (_what, { articles }) => {
    expect(articles[0]?.title).toBe("Cavali di ferro");
  });
});
