import { expect, it } from "vitest";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { createHead, getUnlistedHead } from "./head.ts";

const edition = {
  name: "The Harbor Post",
  language: "en-US",
  socialImage: { src: "/cards/1/edition.jpg", width: 1200, height: 630, alt: "The Harbor Post" },
} as PublicEdition;
const site = { edition, siteUrl: "https://harbor.example", hasAddress: true };
const page = { title: "Ferry returns", description: "After a year.", path: "/article/ferry-returns" };

it("appends the edition's name to the window title, unless the page has a whole one", () => {
  expect(createHead(site, page)).toContainEqual({ title: "Ferry returns | The Harbor Post" });
  expect(createHead(site, { ...page, wholeTitle: "Today" })).toContainEqual({ title: "Today" });
});

it("makes all addresses absolute", () => {
  expect(createHead(site, page)).toEqual(
    expect.arrayContaining([
      { tagName: "link", rel: "canonical", href: "https://harbor.example/article/ferry-returns" },
      { property: "og:url", content: "https://harbor.example/article/ferry-returns" },
      { property: "og:image", content: "https://harbor.example/cards/1/edition.jpg" },
    ]),
  );
});

it("states no address of its own on a host that nobody lists", () => {
  const tags = createHead({ ...site, hasAddress: false }, page);
  expect(tags).not.toContainEqual(expect.objectContaining({ rel: "canonical" }));
  expect(tags).not.toContainEqual(expect.objectContaining({ property: "og:url" }));
});

it("names the original as canonical, and the page itself for sharing", () => {
  const tags = createHead(site, { ...page, canonical: "https://wire.example/ferry" });
  expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: "https://wire.example/ferry" });
  expect(tags).toContainEqual({ property: "og:url", content: "https://wire.example/ferry" });
});

it("writes the locale with an underscore, as Open Graph does", () => {
  expect(createHead(site, page)).toContainEqual({ property: "og:locale", content: "en_US" });
});

it("links a feed in all formats, RSS first", () => {
  const tags = createHead(site, { ...page, feed: { title: "Local | The Harbor Post", base: "/local" } });
  const alternates = tags.filter((tag) => "rel" in tag && tag.rel === "alternate");
  expect(alternates.map((tag) => [(tag as { title: string }).title, (tag as { href: string }).href])).toEqual([
    ["Local | The Harbor Post", "https://harbor.example/local/rss.xml"],
    ["Local | The Harbor Post (Atom)", "https://harbor.example/local/atom.xml"],
    ["Local | The Harbor Post (JSON Feed)", "https://harbor.example/local/feed.json"],
  ]);
});

it("leaves out the date of an article that has none", () => {
  const tags = createHead(site, {
    ...page,
    article: { published: null, modified: null, section: "Local", byline: "NPR" },
  });
  expect(tags).toContainEqual({ property: "og:type", content: "article" });
  expect(tags).toContainEqual({ property: "article:section", content: "Local" });
  expect(tags).not.toContainEqual(expect.objectContaining({ property: "article:published_time" }));
});

it("adds the schema.org context to structured data", () => {
  const data = { "@context": "https://schema.org", "@type": "ItemList" };
  expect(createHead(site, { ...page, data: [{ "@type": "ItemList" }] })).toContainEqual({ "script:ld+json": data });
});

it("writes a robots directive only on request", () => {
  const robots = expect.objectContaining({ name: "robots" });
  expect(createHead(site, page)).not.toContainEqual(robots);
  expect(createHead(site, { ...page, robots: "noindex, follow" })).toContainEqual({
    name: "robots",
    content: "noindex, follow",
  });
  expect(getUnlistedHead("The wall", "Stories.")).toContainEqual({ name: "robots", content: "noindex" });
});
