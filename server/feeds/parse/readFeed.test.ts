import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Article } from "../../../core/article.ts";
import { measureCpuMs } from "../../../tests/support/cpuTime.ts";
import { isLong } from "../../../tests/support/longTests.ts";
import { scaleLimit } from "../../../tests/support/scaleLimit.ts";
import { FeedParseError } from "./rawFeed.ts";
import { readFeed } from "./readFeed.ts";

const read = (text: string, url = "https://news.example/rss.xml") => readFeed(Buffer.from(text), { url });
const rss = (item: string, head = "") =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title>${head}${item}</channel></rss>`;
const only = (item: string): Article => {
  const [article] = read(rss(`<item>${item}</item>`)).feed.articles;
  if (!article) throw new Error("no article");
  return article;
};

describe("toArticle", () => {
  it("applies the specification's defaults", () => {
    const { author, image, publishedAt, slug, title } = only("<title>A plain story</title>");
    expect({ author, image, publishedAt, slug, title }).toEqual({
      author: "Staff Writer",
      image: null,
      publishedAt: null,
      slug: "a-plain-story",
      title: "A plain story",
    });
  });

  it.each([
    ["Q&amp;A: &lt;em&gt;Who&lt;/em&gt; runs the zoo?", "Q&A: Who runs the zoo?"],
    ["Rock &amp;amp; roll &amp;#8217;til dawn", "Rock & roll ’til dawn"],
    ["<![CDATA[Fish &amp; chips]]>", "Fish & chips"],
    ["Rain &nbsp;and  \n snow", "Rain and snow"],
    ["Schools 3 &lt; 4", "Schools 3 < 4"],
  ])("converts the title %j to plain text", (title, plain) => {
    expect(only(`<title>${title}</title>`).title).toBe(plain);
  });

  it("prefers an image that the feed names to one in the text", () => {
    const text = "<description>&lt;img src='/in-description.jpg'&gt;</description>";
    expect(only(`<link>https://news.example/a/b</link>${text}`).image?.url).toBe(
      "https://news.example/in-description.jpg",
    );
    const content = `<content:encoded xmlns:content="http://purl.org/rss/1.0/modules/content/"><![CDATA[<img src="https://x.example/in-content.jpg">]]></content:encoded>`;
    expect(only(text + content).image?.url).toBe("https://x.example/in-content.jpg");
    const media = `<media:content url="https://x.example/small.jpg" width="240"/><media:content url="https://x.example/large.jpg" width="1200"/>`;
    expect(only(text + content + media).image?.url).toBe("https://x.example/large.jpg");
  });

  it("ignores tracking pixels, icons and buttons", () => {
    const html = `<img src="https://x.example/p.gif" width="1" height="1"><img src="https://x.example/icons/share.png"><img src="data:image/gif;base64,R0" data-src="https://x.example/photo.jpg">`;
    expect(only(`<description><![CDATA[${html}]]></description>`).image?.url).toBe("https://x.example/photo.jpg");
  });

  it("shortens the excerpt to 200 characters, at the end of a word", () => {
    const { excerpt } = only(`<description>${"Alderman ".repeat(60)}</description>`);
    expect(excerpt.length).toBeLessThanOrEqual(200);
    expect(excerpt).toMatch(/^(Alderman )+Alderman…$/);
  });

  it("makes links absolute, without tracking parameters, and adds rel", () => {
    const { contentHtml, descriptionHtml } = only(
      `<link>https://news.example/a/</link><description><![CDATA[<p onclick="x()">See <a href="../b?id=1&utm_source=rss">this</a>.</p><p>&nbsp;</p>]]></description>`,
    );
    expect(contentHtml).toBe("");
    expect(descriptionHtml).toBe('<p>See <a href="https://news.example/b?id=1" rel="noopener nofollow">this</a>.</p>');
  });
});

describe("toArticle, given hostile entries", () => {
  it("removes characters that XML forbids and lone surrogates, however they are escaped", () => {
    const { title, descriptionHtml, excerpt, guid, categories } = only(
      "<title>A&#1; &amp;#2;story</title><description>&lt;p&gt;Wo&#3;rds&amp;#4;&lt;/p&gt;</description><guid>&#5;</guid><category>&#6;</category>",
    );
    expect([title, descriptionHtml, excerpt, guid, categories]).toEqual(["A story", "<p>Words</p>", "Words", null, []]);
    const { feed } = read('{"items": [{"title": "Half \\ud83d", "content_text": "\\u0007Bell", "tags": ["\\udc00"]}]}');
    expect(feed.articles[0]).toMatchObject({
      title: "Half \ufffd",
      contentHtml: "<p>Bell</p>",
      categories: ["\ufffd"],
    });
  });

  it("drops files that are not http(s) and links that are too long", () => {
    const { enclosures, link } = only(
      `<title>A</title><link>https://a.example/${"a".repeat(9000)}</link><enclosure url="javascript:x"/><enclosure url="/a.mp3" type=" " length="-3"/>`,
    );
    expect(enclosures).toEqual([{ url: "https://news.example/a.mp3", type: null, length: null }]);
    expect(link).toBeNull();
  });

  it("does not use an invalid URL as the link", () => {
    const { feed } = read(
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><id>https://a b.example/1</id></entry></feed>`,
    );
    expect(feed.articles[0]).toMatchObject({ guid: "https://a b.example/1", link: null });
  });

  it("takes a short title from a text without spaces", () => {
    expect(only(`<description>${"新聞".repeat(500)}</description>`).title).toBe(`${"新聞".repeat(79)}新…`);
  });

  const WORD = "(a@";

  // A regular expression that backtracks would need far more than a second for texts of this length.
  it.each([
    ["author", `<author>${WORD.repeat(2000)}</author>`],
    ["srcset", `<description><![CDATA[<img srcset="${WORD.repeat(40_000)}">]]></description>`],
    ["unclosed images", `<media:description>${`<media:content url="/a.jpg">${"word ".repeat(1500)}`.repeat(190)}`],
  ])("parses a hostile %s in linear time", async (_, inside) => {
    const worked = await measureCpuMs(() => expect(only(`<title>A story</title>${inside}`).title).toBe("A story"));
    expect(worked).toBeLessThan(scaleLimit(1000));
  });
});

describe("readFeed", () => {
  it("removes controls and overrides of the direction, however they are encoded", () => {
    const html =
      "&lt;p&gt;One &amp;#x202e;two\u2066 &amp;#7;three&lt;/p&gt;&lt;img src='/a.jpg' alt='A &amp;#x2067;pier'&gt;";
    const { title, author, descriptionHtml, image, categories } = only(
      `<title>The\u202e &#x202d;pier&#x81;</title><author>Ada &#x2069;Moss</author><category>Har\u009dbor</category><description>${html}</description>`,
    );
    const texts = [title, author, descriptionHtml, image?.alt ?? "", ...categories];
    expect(texts).toEqual(["The pier", "Ada Moss", expect.stringContaining("One two three"), "A pier", "Harbor"]);
    expect(texts.join("")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });

  it("parses Atom with relative URLs and XHTML", () => {
    const { feed } = read(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://news.example/x/"><title>T</title><entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">An <b>atom</b></div></title><link href="one"/><id>tag:1</id><updated>2025-04-17T06:30:00Z</updated><author><name>Ida</name></author><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hi</p></div></content></entry></feed>`,
    );
    expect(feed.kind).toBe("atom");
    expect(feed.articles[0]).toMatchObject({
      title: "An atom",
      link: "https://news.example/x/one",
      guid: "tag:1",
      author: "Ida",
      publishedAt: "2025-04-17T06:30:00.000Z",
    });
    expect(feed.articles[0]?.contentHtml).toContain("<p>Hi</p>");
  });

  it("parses RDF, whose items are siblings of the channel", () => {
    const { feed } = read(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title></channel><item rdf:about="https://a.example/1"><title>One</title><link>https://a.example/1</link><dc:date>2025-04-17</dc:date></item></rdf:RDF>`,
    );
    expect([feed.kind, feed.articles[0]?.title, feed.articles[0]?.guid]).toEqual(["rdf", "One", "https://a.example/1"]);
  });

  it("parses JSON Feed and the response of a converter", () => {
    const jsonFeed = read(
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "T",
        items: [{ id: 7, url: "https://a.example/7", content_text: "Seven <b>" }],
      }),
    );
    expect(jsonFeed.feed).toMatchObject({
      kind: "json",
      articles: [{ guid: "7", contentHtml: "<p>Seven &lt;b&gt;</p>" }],
    });
    const converted = read(
      JSON.stringify({
        status: "ok",
        feed: { title: "T" },
        items: [{ title: "One", link: "https://a.example/1", pubDate: "2025-04-17 06:30:00" }],
      }),
    );
    expect(converted.feed).toMatchObject({
      kind: "converter",
      articles: [{ title: "One", publishedAt: "2025-04-17T06:30:00.000Z" }],
    });
  });

  it("reports the first syntax error and returns the complete items", () => {
    const { feed, fault } = read(
      '<rss version="2.0"><channel><title>T</title><item><title>One</title></item><item><title>Tw',
    );
    expect(fault).toBe("The text ends inside the element title.");
    expect(feed.articles[0]?.title).toBe("One");
    expect(read(rss("<item><title>AT&T and &eacute;clairs</title></item>"))).toMatchObject({
      fault: null,
      feed: { articles: [{ title: "AT&T and éclairs" }] },
    });
  });

  it("ignores the namespace of an rss element and accepts a path as xml:base", () => {
    for (const root of ['<rss xmlns="http://www.w3.org/2005/Atom">', '<rss xmlns="http://www.w3.org/1999/xhtml">'])
      expect(read(`${root}<channel><item><title>One</title></item></channel></rss>`).feed.articles[0]?.title).toBe(
        "One",
      );
    const based = `<rss xml:base="/blog/"><channel><item><title>One</title><link>a.html</link></item></channel></rss>`;
    const source = { url: "https://n.example/sub/feed.xml" };
    expect(readFeed(new TextEncoder().encode(based), source).feed.articles[0]?.link).toBe(
      "https://n.example/blog/a.html",
    );
  });

  it("keeps the items after an unclosed CDATA section, and after a comment in the document type", () => {
    const item = (title: string, text: string) =>
      `<item><title>${title}</title><description>${text}</description></item>`;
    const open = rss(item("One", "<![CDATA[ never ended") + item("Two", "fine") + item("Three", "<![CDATA[fine]]>"));
    expect(read(open).feed.articles.map(({ title }) => title)).toEqual(["One", "Two", "Three"]);
    expect(read(`<!DOCTYPE rss [ <!-- don't --> ]>${rss(item("One", "x"))}`).feed.articles).toHaveLength(1);
  });

  it("skips an invalid JSON item and treats null as missing", () => {
    const { feed } = read(
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        home_page_url: "https://n.example/",
        items: [
          null,
          { id: "1", title: null, content_text: "Words of it", author: "Ann" },
          { id: 2, title: "AT&amp;T" },
        ],
      }),
    );
    expect(feed.articles.map(({ title, author }) => [title, author])).toEqual([
      ["Words of it", "Ann"],
      ["AT&T", "Staff Writer"],
    ]);
  });

  it("unescapes markup that was escaped twice, or is in Atom without a type", () => {
    const twice = read(
      rss("<item><title>Bold move</title><description>&amp;lt;p&amp;gt;Hello&amp;lt;/p&amp;gt;</description></item>"),
    );
    expect(twice.feed.articles[0]).toMatchObject({
      title: "Bold move",
      excerpt: "Hello",
      descriptionHtml: "<p>Hello</p>",
    });
    const atom = read(
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>it&amp;#8217;s</title><summary>&lt;p>Hi&lt;/p></summary></entry></feed>`,
    );
    expect(atom.feed.articles[0]).toMatchObject({ title: "it’s", excerpt: "Hi" });
    expect(read(rss("<item><title>C&amp;lt;T&amp;gt; generics</title></item>")).feed.articles[0]?.title).toBe(
      "C<T> generics",
    );
  });

  it("chooses the largest image of a srcset, by width or density", () => {
    const getImage = (srcset: string) =>
      read(
        rss(
          `<item><title>T</title><description><![CDATA[<img src="/a.jpg" srcset="${srcset}">]]></description></item>`,
        ),
      ).feed.articles[0]?.image?.url;
    expect(getImage("/b,c.jpg 400w, /d.jpg 1200w, /e.jpg 800w")).toMatch(/\/d\.jpg$/);
    expect(getImage("/b.jpg 1x,/c.jpg 2.5x")).toMatch(/\/c\.jpg$/);
  });

  it.each([
    ["", "The response is empty."],
    ["<!doctype html><html><body>Sign in</body></html>", "This is a web page, not a feed."],
    ["<opml/>", "This is XML, but not a feed: its root element is opml."],
    ["{}", "This is JSON, but neither a JSON Feed nor a converter's response: it has no list of items."],
    ['{"status":"error","items":[]}', 'The converter could not read the feed: its status is "error".'],
    ["\u0001\u0002 nothing", "This is neither XML nor JSON."],
  ])("rejects %j with the reason", (text, reason) => {
    expect(() => read(text)).toThrow(new FeedParseError(reason));
  });

  it("returns valid articles or rejects the feed, whatever its bytes", () => {
    const whole = rss(
      `<item><title>A &amp; B</title><link>/x</link><description><![CDATA[<p>Hi <img src="a.jpg"></p>]]></description><pubDate>Thu, 17 Apr 2025 06:30:00 GMT</pubDate></item>`,
    );
    const mutation = fc.record({
      at: fc.nat(whole.length),
      drop: fc.nat(30),
      put: fc.string({ unit: "binary", maxLength: 12 }),
    });
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 4 }), (mutations) => {
        const text = mutations.reduce((out, { at, drop, put }) => out.slice(0, at) + put + out.slice(at + drop), whole);
        try {
          for (const article of read(text).feed.articles) {
            expect(article.title).not.toBe("");
            expect(article.publishedAt ?? "2025-01-01T00:00:00.000Z").toMatch(/^\d{4}-\d\d-\d\dT/);
            expect(article.contentHtml + article.descriptionHtml).not.toMatch(/<script/i);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(FeedParseError);
        }
      }),
      { numRuns: isLong ? 3000 : 500 },
    );
  });
});
