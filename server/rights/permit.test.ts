import { expect, it } from "vitest";
import { completeRights } from "../editions/schema/rights.ts";
import { CONTENT, type StoredArticle } from "../store/articles/articleRows.ts";
import { permit } from "./permit.ts";

const FEED = "https://a.example/rss.xml";
const IMAGE = { url: "https://a.example/pier.jpg", width: 640, height: 480, alt: "Pier", caption: "", credit: "" };
const INSTANT = "2026-04-20T14:00:00.000Z";
const article: StoredArticle = {
  id: 1,
  slug: "pier",
  title: "Pier",
  link: null,
  author: "",
  feedUrl: FEED,
  carriers: [FEED],
  allCarriers: [FEED],
  publishedAt: INSTANT,
  sortedAt: INSTANT,
  changedAt: INSTANT,
  updatedAt: null,
  language: null,
  sponsor: null,
  categories: [],
  [CONTENT]: {
    excerpt: "The deck.",
    image: IMAGE,
    imageFocus: null,
    storedImage: { key: "key", width: 640, height: 480 },
    contentHtml: '<p>The text.</p><img src="https://a.example/pier.jpg">',
    descriptionHtml: "",
    enclosures: [],
  },
};

const follow = (rights: Parameters<typeof completeRights>[0]) => ({
  sections: [{ feeds: [{ url: FEED, rights: completeRights(rights) }] }],
});

it("keeps the texts and images of a stored article out of JSON", () => {
  expect(JSON.stringify({ ...article })).not.toMatch(/deck|text|pier\.jpg/);
});

it.each([
  [{ text: "none", images: "none" } as const, "", null, null, ""],
  [{ text: "excerpt", images: "link" } as const, "The deck.", null, IMAGE.url, ""],
  [{ text: "full", images: "none" } as const, "The deck.", null, null, "<p>The text.</p>"],
  [{ text: "full", images: "copy" } as const, "The deck.", "Pier", IMAGE.url, article[CONTENT].contentHtml],
])("permits with %j", (rights, deck, alt, imageUrl, fullText) => {
  const permitted = permit(article, follow(rights));
  expect(permitted.deck).toBe(deck);
  expect(permitted.image?.alt ?? null).toBe(alt);
  expect(permitted.imageUrl).toBe(imageUrl);
  expect(permitted.getFullText()).toBe(fullText);
});

it("permits only the headline of an article whose feeds the edition does not follow", () => {
  const permitted = permit(article, { sections: [] });
  expect([permitted.deck, permitted.image, permitted.imageUrl, permitted.getFullText()]).toEqual(["", null, null, ""]);
});
