import { expect, it } from "vitest";
import { DEFAULT_AUTHOR } from "../../core/article.ts";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import type { ArticlePage, Story } from "../../server/news/views.ts";
import { toItemList, toNewsArticle } from "./structuredData.ts";

const SITE_URL = "https://harbor.example";
const edition = { name: "The Harbor Post", language: "en-US" } as PublicEdition;
const section = { slug: "local", name: "Local News", shortName: "Local", href: "/local", tone: "lake" } as const;

function createStory(changes: Partial<Story> = {}): Story {
  return {
    slug: "ferry-returns",
    title: "Ferry returns",
    deck: "",
    author: "Ada Moss",
    source: "The Wire",
    section,
    date: { instant: "2026-04-20T12:00:00.000Z", text: "April 20, 2026" },
    furtherSources: [],
    image: null,
    ...changes,
  };
}

function createPage(changes: Partial<Story> = {}, original: ArticlePage["original"] = null): ArticlePage {
  const socialImage = { src: "/cards/1/ferry-returns.jpg", width: 1200, height: 630, alt: "" };
  const rest = {
    notice: null,
    published: "April 20, 2026",
    readTime: null,
    bodyHtml: "",
    updated: null,
    isIndexed: false,
    imageLink: null,
    hasAds: true,
    expiresAt: null,
    corrections: [],
    sponsor: null,
    sampleNote: null,
    canonical: null,
    labels: [],
    more: [],
  };
  return { isTakenDown: false, story: createStory(changes), original, socialImage, ...rest };
}

it("names the writer of a story, or its publisher where the writer is unknown", () => {
  const organization = { "@type": "NewsMediaOrganization" };
  expect(toNewsArticle(createPage(), edition, SITE_URL)).toMatchObject({
    author: { "@type": "Person", name: "Ada Moss" },
  });
  expect(toNewsArticle(createPage({ author: DEFAULT_AUTHOR }), edition, SITE_URL)).toMatchObject({
    author: { ...organization, name: "The Wire" },
  });
  expect(toNewsArticle(createPage({ author: DEFAULT_AUTHOR, source: null }), edition, SITE_URL)).toMatchObject({
    author: { ...organization, name: "The Harbor Post" },
  });
});

it("names each author of a staff story, with the author's page", () => {
  const labels = [
    { name: "Ada Moss", href: "/author/ada-moss" },
    { name: "Ben Cole", href: "/author/ben-cole" },
    { name: "Ferries", href: "/topic/ferries" },
  ];
  const page = { ...createPage({ author: "Ada Moss and Ben Cole", source: null }), labels };
  expect(toNewsArticle(page, edition, SITE_URL)).toMatchObject({
    author: [
      { "@type": "Person", name: "Ada Moss", url: `${SITE_URL}/author/ada-moss` },
      { "@type": "Person", name: "Ben Cole", url: `${SITE_URL}/author/ben-cole` },
    ],
  });
});

it("names the publisher of a feed's story and its original, and states that it is free only if it is printed", () => {
  const original = { href: "https://wire.example/ferry", publisher: "The Wire" };
  const page = createPage({}, original);
  const toData = (changes: Partial<ArticlePage>) =>
    JSON.parse(JSON.stringify(toNewsArticle({ ...page, ...changes }, edition, SITE_URL)));
  expect(toData({})).toMatchObject({
    isBasedOn: original.href,
    mainEntityOfPage: original.href,
    publisher: { name: "The Wire" },
  });
  expect(toData({})).not.toHaveProperty("isAccessibleForFree");
  expect(toData({ bodyHtml: "<p>All of it.</p>" })).toHaveProperty("isAccessibleForFree", true);
  expect(toNewsArticle(createPage({ source: null }), edition, SITE_URL)).toMatchObject({
    publisher: { name: "The Harbor Post", url: `${SITE_URL}/` },
    mainEntityOfPage: `${SITE_URL}/article/ferry-returns`,
  });
  expect(toData({ original: null })).not.toHaveProperty("isBasedOn");
});

it("leaves out an empty deck and a missing date", () => {
  const page = createPage({ date: { instant: null, text: "Recent" } });
  expect(JSON.parse(JSON.stringify(toNewsArticle(page, edition, SITE_URL)))).toEqual(
    expect.not.objectContaining({ description: expect.anything(), datePublished: expect.anything() }),
  );
});

it("lists the first ten stories of a section with absolute addresses", () => {
  const stories = Array.from({ length: 15 }, (_, index) => createStory({ slug: `story-${index}` }));
  const block = { section, layout: "list", state: "fresh", notice: null, stories } as const;
  const list = toItemList({ title: "Local News", standIn: null, block: { ...block, stories } }, SITE_URL);
  expect(list).toMatchObject({ name: "Local News", itemListElement: { length: 10 } });
  expect(list).toHaveProperty("itemListElement.9", {
    "@type": "ListItem",
    position: 10,
    name: "Ferry returns",
    url: "https://harbor.example/article/story-9",
  });
});

it("lists no samples", () => {
  const toNames = (...stories: Story[]) => {
    const block = { section, layout: "list", state: "fresh", notice: null, stories } as const;
    return toItemList({ title: "Local News", standIn: null, block: { ...block, stories } }, SITE_URL);
  };
  const sample = createStory({ title: "Invented", source: null, isSample: true });
  expect(toNames(sample)).toBeNull();
  expect(JSON.stringify(toNames(sample, createStory()))).not.toContain("Invented");
});
