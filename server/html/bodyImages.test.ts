import { describe, expect, it } from "vitest";
import { listImageUrls, replaceImages } from "./bodyImages.ts";

const LOCK = "https://publisher.example/lock.jpg?a=1&b=2";
const HTML = `<p>Text</p><img src="https://publisher.example/lock.jpg?a=1&amp;b=2" alt="A lock" width="10" height="10">`;
const STORED = new Map([[LOCK, { key: "abcdefghijklmnop", width: 900, height: 600 }]]);

describe("pictureUrlsIn", () => {
  it("returns the decoded URLs of images", () => {
    expect(listImageUrls(`${HTML}<img alt="none">`)).toEqual([LOCK]);
  });
});

describe("withOwnPictures", () => {
  it("replaces a stored image with all its sizes and its true shape", () => {
    const html = replaceImages(HTML, { images: STORED, skyline: "/skyline/lake/a.svg" });
    expect(html).toContain('<picture><source type="image/avif" srcset="/pictures/abcdefghijklmnop/320.avif 320w, ');
    expect(html).toContain('src="/pictures/abcdefghijklmnop/800.webp"');
    expect(html).toContain('width="900" height="600" loading="lazy"');
    expect(html).toContain('alt="A lock"');
    expect(html).not.toContain("publisher.example");
  });

  it("makes URLs absolute for text that is read elsewhere", () => {
    const html = replaceImages(HTML, { images: STORED, skyline: null, siteUrl: "https://site.example" });
    expect(html).toContain('src="https://site.example/pictures/abcdefghijklmnop/800.webp"');
  });

  it("shows the skyline for an image that is not stored, or removes it if there is none", () => {
    const images = new Map();
    expect(replaceImages(HTML, { images, skyline: "/skyline/lake/a.svg" })).toBe(
      `<p>Text</p><img src="/skyline/lake/a.svg" width="320" height="180" loading="lazy" alt="A lock">`,
    );
    expect(replaceImages(HTML, { images, skyline: null })).toBe("<p>Text</p>");
  });
});
