import { describe, expect, it } from "vitest";
import { loadEditions } from "../editions/loading/load.ts";
import { CONTENT, type Headline } from "../store/articles/articleRows.ts";
import { dedupeStories, getBlockState, type SectionNews, selectStories, toBlock } from "./sectionNews.ts";

const [edition] = await loadEditions("editions");
if (!edition) throw new Error("There is no edition.");
const [local, national] = edition.sections;
const [events] = edition.sections.filter(({ slug }) => slug === "events");
if (!local || !national || !events) throw new Error("The edition has too few sections.");

const INSTANT = "2025-04-17T12:00:00.000Z";

let lastId = 0;
function headline(title: string, feedUrl: string, fields: Partial<Headline> = {}): Headline {
  const slug = title.toLowerCase().replaceAll(" ", "-");
  return {
    id: ++lastId,
    slug,
    title,
    link: `https://news.example/${slug}`,
    author: "Staff Writer",
    feedUrl,
    carriers: [feedUrl],
    allCarriers: [feedUrl],
    publishedAt: INSTANT,
    updatedAt: null,
    sortedAt: INSTANT,
    changedAt: INSTANT,
    [CONTENT]: { excerpt: "", image: null, imageFocus: null, storedImage: null },
    language: null,
    sponsor: null,
    categories: [],
    ...fields,
  };
}

const FEED = "https://a.example/rss.xml";
const OTHER = "https://b.example/rss.xml";

describe("getBlockState", () => {
  const working = { lastAttemptAt: INSTANT, lastSuccessAt: INSTANT, lastError: null };
  const failing = { lastAttemptAt: INSTANT, lastSuccessAt: INSTANT, lastError: "direct: timeout" };
  const unpolled = { lastAttemptAt: null, lastSuccessAt: null, lastError: null };

  it("returns fresh if there are articles and any feed works", () => {
    expect(getBlockState([1], [failing, working], 2, 0)).toBe("fresh");
    expect(getBlockState([1], [unpolled], 1, 0)).toBe("fresh");
  });

  it("returns cached if there are articles and every feed fails", () => {
    expect(getBlockState([1], [failing], 1, 0)).toBe("cached");
    expect(getBlockState([1], [failing, unpolled], 2, 0)).toBe("cached");
  });

  it("returns loading until every feed was polled, for at most eight seconds", () => {
    expect(getBlockState([], [failing, unpolled], 2, 7999)).toBe("loading");
    expect(getBlockState([], [], 1, 0)).toBe("loading");
    expect(getBlockState([], [failing, unpolled], 2, 8000)).toBe("samples");
  });

  it("returns samples if every feed was polled and none brought an article", () => {
    expect(getBlockState([], [failing, working], 2, 0)).toBe("samples");
    expect(getBlockState([], [], 0, 0)).toBe("samples");
  });
});

describe("dedupeStories", () => {
  const dedupe = (...lists: Headline[][]) =>
    dedupeStories(
      edition,
      lists.map((articles, index) => ({
        section: index === 0 ? local : national,
        state: "fresh",
        hasFailed: false,
        articles,
        isSilent: false,
        hasMore: false,
      })),
    );

  it("merges articles about one story and names the other publishers, in each section", () => {
    const first = headline("Lift bridge at Archer Avenue opens again", FEED);
    const second = headline("The lift bridge at Archer Avenue opens again", OTHER);
    const [one, two] = dedupe([first, second], [second]);
    expect(one?.stories.map(({ slug, key }) => [slug, key])).toEqual([[first.slug, first.slug]]);
    expect(one?.stories[0]?.furtherSources).toEqual([
      { publisher: "b.example", title: second.title, link: second.link },
    ]);
    expect(two?.stories.map(({ slug, key }) => [slug, key])).toEqual([[second.slug, first.slug]]);
    expect(two?.stories[0]?.furtherSources.map(({ publisher }) => publisher)).toEqual(["a.example"]);
  });

  it("names each publisher of an article that several feeds carry once", () => {
    const [one] = dedupe([headline("One", FEED, { carriers: [FEED, OTHER, OTHER] })]);
    expect(one?.stories[0]?.furtherSources.map(({ publisher }) => publisher)).toEqual(["b.example"]);
  });

  it("keeps the newest 15 stories of a section", () => {
    const [one] = dedupe(Array.from({ length: 20 }, (_, index) => headline(`Story ${index}`, FEED)));
    expect(one?.stories.map(({ title }) => title)).toEqual(Array.from({ length: 15 }, (_, index) => `Story ${index}`));
    expect(one?.hasMore).toBe(true);
    expect(dedupe([headline("Story", FEED)])[0]?.hasMore).toBe(false);
  });
});

describe("selectStories", () => {
  const createStories = (...titles: string[]) => {
    const articles = titles.map((title) => headline(title, FEED));
    return (
      dedupeStories(edition, [
        { section: local, state: "fresh", hasFailed: false, isSilent: false, articles, hasMore: false },
      ])[0]?.stories ?? []
    );
  };
  const titles = (news: Partial<SectionNews>, ...rest: [count?: number, shown?: Set<string>]) =>
    selectStories(
      {
        section: local,
        state: "fresh",
        hasFailed: false,
        isSilent: false,
        stories: [],
        hasMore: false,
        samples: [],
        ...news,
      },
      ...rest,
    ).map(({ title }) => title);
  const stories = createStories("One", "Two", "Three", "Four");
  const samples = createStories("Sample 1", "Sample 2");

  it("selects three stories if no count is given", () => {
    expect(titles({ stories })).toEqual(["One", "Two", "Three"]);
  });

  it("selects samples after stories", () => {
    expect(titles({ stories, samples }, 5)).toEqual(["One", "Two", "Three", "Four", "Sample 1"]);
  });

  it("skips stories that the page already shows", () => {
    expect(titles({ stories, samples }, 3, new Set(["one", "three"]))).toEqual(["Two", "Four", "Sample 1"]);
  });

  it("selects nothing while the section is loading", () => {
    expect(titles({ state: "loading", samples })).toEqual([]);
  });
});

describe("toBlock", () => {
  const noticeOf = (section: SectionNews["section"], state: SectionNews["state"]) =>
    toBlock({ section, state, hasFailed: true, isSilent: false, stories: [], hasMore: false, samples: [] }, [], "en")
      .notice;

  it("says that articles are cached if the feeds failed or returned nothing", () => {
    expect(noticeOf(local, "cached")).toBe("Using cached articles");
    expect(noticeOf(local, "samples")).toBe("Using cached articles");
  });

  it("says the same of a section without feeds", () => {
    expect(noticeOf(events, "samples")).toBe("Using cached articles");
  });

  it("has no notice if the feeds work or are being polled", () => {
    expect(noticeOf(local, "fresh")).toBeNull();
    expect(noticeOf(local, "loading")).toBeNull();
  });
});
