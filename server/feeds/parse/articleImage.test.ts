import { describe, expect, it } from "vitest";
import { readFeed } from "./readFeed.ts";

describe("an article's image", () => {
  const getImage = (item: string) => {
    const text = `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title><item><title>T</title><link>https://news.example/a</link>${item}</item></channel></rss>`;
    const { articles } = readFeed(Buffer.from(text), { url: "https://news.example/rss.xml" }).feed;
    return articles[0]?.image?.url.replace("https://news.example", "");
  };
  const inText = (html: string) => getImage(`<description><![CDATA[${html}]]></description>`);

  it.each([
    "/beacon-hill.jpg",
    "/storm-tracking-map.jpg",
    "/police-badge-found.jpg",
    "/google-pixel-9.jpg",
    "/avatar-fire-and-ash.jpg",
    "/style-icon-dies.jpg",
    "https://www.the-beacon.example/main.jpg",
    "https://icon.example/a/button-factory.jpg?x=.svg",
  ])("can be %s", (address) => {
    expect(inText(`<img src="${address}">`)).toBe(address);
  });

  it("can be a thumbnail that shows where its original is, if there is no larger image", () => {
    const thumbnail = `<media:thumbnail url="/uploads/ferry-150x150.jpg" width="150" height="150"/>`;
    expect(getImage(thumbnail)).toBe("/uploads/ferry-150x150.jpg");
    expect(getImage(`${thumbnail}<description><![CDATA[<img src="/ferry.jpg" width="640">]]></description>`)).toBe(
      "/ferry.jpg",
    );
    expect(getImage(`<media:thumbnail url="/uploads/ferry.jpg" width="150" height="150"/>`)).toBeUndefined();
    expect(getImage(`<media:thumbnail url="/uploads/cropped-icon-32x32.png" width="32" height="32"/>`)).toBeUndefined();
  });

  it.each([
    "/pixel.gif",
    "/spacer2.png",
    "/tracking_pixel.gif",
    "/icons/share.png",
    "/avatars/ida.jpg",
    "/logo.svg",
    "https://secure.gravatar.com/avatar/1?s=96",
    "https://pixel.example/p.png",
    "https://feeds.feedburner.com/~r/x/~4/abc",
    "https://media.example/rss-pixel.png?story=1",
    "https://s.w.org/images/core/emoji/72x72/1.png",
  ])("is never %s", (address) => {
    expect(inText(`<img src="${address}">`)).toBeUndefined();
  });

  it("can be named like decoration if it has a large width", () => {
    expect(inText('<img src="/uploads/icons/main.jpg" width="800">')).toBe("/uploads/icons/main.jpg");
    expect(inText('<img src="/a.jpg" width="100%" height="10em">')).toBe("/a.jpg");
  });

  it.each([
    ['<img src="/spacer.gif" width="1" height="1" data-src="/real.jpg">', "/real.jpg"],
    ['<img src="lazy-placeholder.png" data-src="/real.jpg">', "/real.jpg"],
    ['<img src="/x.png" data-srcset="/b.jpg 300w, /c.jpg 900w">', "/c.jpg"],
    ['<picture><source srcset="/b.jpg 900w"><img src="data:,x"></picture>', "/b.jpg"],
    ['<img src="/a.jpg" width="250"><img src="/b.jpg"><img src="/c.jpg" width="900">', "/c.jpg"],
    ['<img src="/a.jpg"><img src="/c.jpg" width="900">', "/a.jpg"],
    ['<title/><img src="/a.jpg">', "/a.jpg"],
    ['<img src="/a.jpg?a=1&amp;amp;b=2">', "/a.jpg?a=1&b=2"],
  ])("in %j is %s", (html, address) => {
    expect(inText(html)).toBe(address);
  });

  it.each([
    ['<media:thumbnail url="/s.jpg" width="400"/><media:content url="/l.jpg" medium="image"/>', "/l.jpg"],
    ['<media:content url="/l" type="IMAGE/JPEG"/>', "/l"],
    ['<media:content url="/l" type="image"/>', "/l"],
    ['<media:content url="/l" medium="photo"/>', "/l"],
    ['<media:content url="/l" width="900" height="600"/>', "/l"],
    ['<media:content url="/l.mp4" width="900" height="600"/>', undefined],
    ['<enclosure url="/l.jpg" type="application/octet-stream"/>', "/l.jpg"],
    ['<enclosure url="/l.mp3" type="application/octet-stream"/>', undefined],
    ['<enclosure url="/l.jpg?a=1&amp;amp;#038;b=2" type="image/jpeg"/>', "/l.jpg?a=1&b=2"],
  ])("named by %j is %s", (item, address) => {
    expect(getImage(item)).toBe(address);
  });
});
