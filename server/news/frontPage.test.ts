import { describe, expect, it } from "vitest";
import { loadEditions } from "../editions/loading/load.ts";
import { hasEarlySample, layOutFrontPage } from "./frontPage.ts";
import type { SectionNews, SectionStory } from "./sectionNews.ts";
import type { BlockState } from "./views.ts";

const [edition] = await loadEditions("editions");
if (!edition) throw new Error("There is no edition.");

function story(title: string, fields: Partial<SectionStory> = {}): SectionStory {
  const slug = title.toLowerCase();
  const section = { slug: "local", name: "Local News", shortName: "Local", href: "/local", tone: "lake" } as const;
  return {
    slug,
    title,
    section,
    key: slug,
    slugs: [slug],
    hasImage: false,
    isPaid: false,
    topic: null,
    deck: `Deck of ${title}`,
    author: "Jo Reyes",
    source: "The Test Wire",
    furtherSources: [],
    image: null,
    date: { instant: null, text: "Recent" },
    ...fields,
  };
}

const sample = (title: string) => story(title, { source: null, isSample: true });

const image = { key: "k", width: 640, height: 360, alt: "", caption: "", credit: "" };

/** Lays out the front page. Sections that are not given have neither stories nor samples. */
function layOut(given: Record<string, Partial<SectionNews>> = {}, pins: Record<string, SectionStory> = {}) {
  const news = (edition?.sections ?? []).map((section): SectionNews => {
    const state: BlockState = given[section.slug]?.stories ? "fresh" : "samples";
    return { section, state, stories: [], hasMore: false, samples: [], ...given[section.slug] };
  });
  const { hero, blocks } = layOutFrontPage(edition as NonNullable<typeof edition>, news, new Map(Object.entries(pins)));
  const titlesIn = (slug: string) =>
    blocks.find(({ section }) => section.slug === slug)?.stories.map(({ title }) => title);
  return { hero, blocks, news, titlesIn };
}

const leadOf = ({ hero }: ReturnType<typeof layOut>) => (hero.state === "loaded" ? hero.story.title : hero.state);

it("has the blocks that the edition chooses, in its order", () => {
  const news = layOut({ local: { stories: [story("One"), story("Two")] }, world: { stories: [story("Three")] } }).news;
  const chosen = { ...(edition as NonNullable<typeof edition>), frontPage: { sections: ["world", "sports", "local"] } };
  expect(layOutFrontPage(chosen, news).blocks.map(({ section }) => section.slug)).toEqual(["world", "local"]);
});

describe("the hero", () => {
  it("shows the specification's message if no story can lead, and no block without stories", () => {
    const { hero, blocks } = layOut();
    expect(hero).toEqual({ state: "empty", message: "No featured articles available at this time." });
    expect(blocks).toEqual([]);
  });

  it("waits for the leading sections, and for the others only if a sample would lead", () => {
    expect(leadOf(layOut({ local: { state: "loading" } }))).toBe("loading");
    expect(leadOf(layOut({ national: { state: "loading" }, local: { stories: [story("One")] } }))).toBe("loading");
    expect(leadOf(layOut({ local: { stories: [story("One")] }, world: { state: "loading" } }))).toBe("One");
    expect(leadOf(layOut({ local: { samples: [sample("Sample")] }, world: { state: "loading" } }))).toBe("loading");
  });

  it("is the first story with an image from Local and National", () => {
    const local = { stories: [story("One"), story("Two")] };
    const national = { stories: [story("Three"), story("Four", { hasImage: true })] };
    expect(leadOf(layOut({ local, national }))).toBe("Four");
    expect(leadOf(layOut({ local, national: { stories: [story("Three")] } }))).toBe("One");
  });

  it("is never a story that a sponsor bought, unless it is pinned", () => {
    const paid = story("Paid", { isPaid: true, hasImage: true });
    expect(leadOf(layOut({ local: { stories: [paid, story("News")] } }))).toBe("News");
    expect(leadOf(layOut({ local: { stories: [paid] } }))).toBe("empty");
    expect(leadOf(layOut({ local: { stories: [paid, story("News")] } }, { hero: paid }))).toBe("Paid");
  });

  it("is a sample only if the feeds of all sections have nothing", () => {
    const local = { samples: [sample("Sample")] };
    expect(leadOf(layOut({ local }))).toBe("Sample");
    expect(leadOf(layOut({ local, national: { stories: [story("Three")] } }))).toBe("Three");
    expect(leadOf(layOut({ local, food: { state: "cached", stories: [story("Five")] } }))).toBe("Five");
  });

  it("is from the first section with stories if the leading ones have none", () => {
    const world = { stories: [story("Six")] };
    expect(leadOf(layOut({ world, food: { stories: [story("Five", { hasImage: true })] } }))).toBe("Six");
  });

  it("has the notice if it is a sample or its section's feeds fail", () => {
    const section = { slug: "world", name: "World News", shortName: "World", href: "/world", tone: "lake" } as const;
    const noticeOf = (given: Parameters<typeof layOut>[0]) => {
      const { hero } = layOut(given);
      return hero.state === "loaded" ? hero.notice : hero.state;
    };
    const stories = [story("One", { section })];
    expect(noticeOf({ local: { samples: [sample("Sample")] } })).toBe("Using cached articles");
    expect(noticeOf({ world: { stories, state: "cached" } })).toBe("Using cached articles");
    expect(noticeOf({ world: { stories } })).toBeNull();
  });

  it("has no notice and no fixed read time if it is a staff story, which no feed brings", () => {
    const section = { slug: "world", name: "World News", shortName: "World", href: "/world", tone: "lake" } as const;
    const stories = [story("One", { section, source: null })];
    const { hero } = layOut({ world: { stories, state: "cached" } });
    expect(hero).toMatchObject({ state: "loaded", notice: null, readTime: null });
  });

  it("has the fixed label and read time", () => {
    const { hero } = layOut({ local: { stories: [story("One")] } });
    expect(hero).toMatchObject({ state: "loaded", label: "Breaking News", readTime: "5 min read" });
  });
});

describe("the blocks", () => {
  it("show five stories each, without the one that leads", () => {
    const stories = ["One", "Two", "Three", "Four", "Five", "Six", "Seven"].map((title) => story(title));
    expect(layOut({ local: { stories } }).titlesIn("local")).toEqual(["Two", "Three", "Four", "Five", "Six"]);
  });

  it("show no story that a block above shows, under whichever headline", () => {
    const local = { stories: [story("One"), story("Two"), story("Three")] };
    const world = { stories: [story("Two retold", { key: "two" }), story("Eight")] };
    const page = layOut({ local, world });
    expect(page.titlesIn("local")).toEqual(["Two", "Three"]);
    expect(page.titlesIn("world")).toEqual(["Eight"]);
  });

  it("have pinned stories in their places, and each story once", () => {
    const stories = ["One", "Two", "Three", "Four", "Five", "Six", "Seven"].map((title) => story(title));
    const first = story("First");
    const pinned = story("Pinned");
    const page = layOut(
      { local: { stories }, world: { stories: [pinned, story("Eight"), first] } },
      { local: first, "local/3": pinned, "world/2": pinned, "world/5": story("Last") },
    );
    expect(page.titlesIn("local")).toEqual(["First", "Two", "Pinned", "Three", "Four"]);
    expect(page.titlesIn("world")).toEqual(["Eight", "Last"]);
  });

  it("begin with a story that a sponsor bought only if it is pinned or alone", () => {
    const paid = story("Paid", { isPaid: true });
    const stories = [paid, story("Lead"), story("One"), story("Two")];
    expect(layOut({ local: { stories } }).titlesIn("local")).toEqual(["One", "Paid", "Two"]);
    expect(layOut({ local: { stories } }, { local: paid }).titlesIn("local")).toEqual(["Paid", "One", "Two"]);
    expect(layOut({ local: { stories: [paid] } }).titlesIn("local")).toEqual(["Paid"]);
  });

  it("are filled up with samples", () => {
    const samples = ["S1", "S2", "S3", "S4", "S5"].map(sample);
    const local = { stories: [story("Lead")] };
    const page = layOut({ local, world: { stories: [story("One"), story("Two")], samples } });
    expect(page.titlesIn("world")).toEqual(["One", "Two", "S1", "S2", "S3"]);
  });

  it("need more articles from the store if a sample would take the place of one", () => {
    const samples = [sample("S1")];
    const check = (given: Partial<SectionNews>) => {
      const { blocks, hero, news } = layOut({ world: { samples, ...given } });
      return hasEarlySample({ hero, blocks }, news);
    };
    const stories = ["One", "Two", "Three", "Four", "Five", "Six"].map((title) => story(title));
    expect(check({ stories: stories.slice(0, 3), hasMore: true })).toBe(true);
    expect(check({ stories: stories.slice(0, 3) })).toBe(false);
    expect(check({ stories, hasMore: true })).toBe(false);
  });

  it("drop the decks after the first story, and in a list the images", () => {
    const stories = (...titles: string[]) => titles.map((title) => story(title, { image }));
    const { blocks } = layOut({
      local: { stories: stories("Lead") },
      world: { stories: stories("One", "Two") },
      food: { stories: stories("Three", "Four") },
    });
    const shown = (slug: string) =>
      blocks
        .find(({ section }) => section.slug === slug)
        ?.stories.map(({ deck, image }) => ({ hasDeck: deck !== "", hasImage: image !== null }));
    expect(shown("world")).toEqual([
      { hasDeck: true, hasImage: true },
      { hasDeck: false, hasImage: false },
    ]);
    expect(shown("food")).toEqual([
      { hasDeck: true, hasImage: true },
      { hasDeck: false, hasImage: true },
    ]);
  });
});
