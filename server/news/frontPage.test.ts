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
    const isSilent = state === "samples";
    return {
      section,
      state,
      hasFailed: true,
      isSilent,
      stories: [],
      hasMore: false,
      samples: [],
      ...given[section.slug],
    };
  });
  const page = layOutFrontPage(edition as NonNullable<typeof edition>, news, new Map(Object.entries(pins)));
  const titlesIn = (slug: string) =>
    page.blocks.find(({ section }) => section.slug === slug)?.stories.map(({ title }) => title);
  return { ...page, page, news, titlesIn };
}

const leadOf = ({ hero }: ReturnType<typeof layOut>) => (hero.state === "loaded" ? hero.story.title : hero.state);

it("has the blocks that the edition chooses, in its order", () => {
  const news = layOut({ local: { stories: [story("One"), story("Two")] }, world: { stories: [story("Three")] } }).news;
  const chosen = { ...(edition as NonNullable<typeof edition>), frontPage: { sections: ["world", "sports", "local"] } };
  expect(layOutFrontPage(chosen, news).blocks.map(({ section }) => section.slug)).toEqual(["world", "local"]);
});

it("fills the page of an edition with one section, which the wall of the latest stories would repeat", () => {
  const stories = Array.from({ length: 20 }, (_, index) => story(`Story ${index}`));
  const [local] = layOut({ local: { stories } }).news;
  const section = local?.section as NonNullable<typeof local>["section"];
  const one = { ...(edition as NonNullable<typeof edition>), sections: [section] };
  const page = layOutFrontPage(one, local ? [local] : []);
  expect(page).toMatchObject({ isWhole: true, blocks: [{ layout: "featured" }] });
  const shown = [...page.secondary, ...(page.blocks[0]?.stories ?? [])];
  expect(shown.map(({ title }) => title)).toEqual(stories.slice(1, 18).map(({ title }) => title));
  const two = layOut({ local: { stories }, world: { stories: [story("Other")] } });
  expect([two.titlesIn("local")?.length, two.isWhole]).toEqual([5, undefined]);
});

describe("the hero", () => {
  it("shows the specification's message if no story can lead, and no block without stories", () => {
    const { hero, blocks } = layOut();
    expect(hero).toMatchObject({ state: "empty", message: "No featured articles available at this time." });
    expect(blocks).toEqual([]);
  });

  it("says that there are no stories yet if no feed has failed", () => {
    const news = layOut().news.map((section) => ({ ...section, hasFailed: false }));
    const page = layOutFrontPage(edition as NonNullable<typeof edition>, news);
    expect(page).toMatchObject({ hero: { state: "empty", message: "No stories yet" }, blocks: [] });
    expect(page.failed).toBeUndefined();
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

  it("has the notice if its section's feeds fail, unless it is a sample", () => {
    const section = { slug: "world", name: "World News", shortName: "World", href: "/world", tone: "lake" } as const;
    const noticeOf = (given: Parameters<typeof layOut>[0]) => {
      const { hero } = layOut(given);
      return hero.state === "loaded" ? hero.notice : hero.state;
    };
    const stories = [story("One", { section })];
    expect(noticeOf({ local: { samples: [sample("Sample")] } })).toBeNull();
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

describe("the stories beside the hero", () => {
  const tell = (prefix: string, count: number, make = (title: string) => story(title)) =>
    Array.from({ length: count }, (_, index) => make(`${prefix}${index + 1}`));
  const besideIn = ({ secondary }: ReturnType<typeof layOut>) => secondary.map(({ title }) => title);

  it("are up to four from the hero's sections in turn, and in no block", () => {
    const page = layOut({ local: { stories: tell("L", 12) }, national: { stories: tell("N", 12) } });
    expect(leadOf(page)).toBe("L1");
    expect(besideIn(page)).toEqual(["L2", "N1", "L3", "N2"]);
    expect(page.titlesIn("local")).toEqual(["L4", "L5", "L6", "L7", "L8"]);
    expect(page.titlesIn("national")).toEqual(["N3", "N4", "N5", "N6", "N7"]);
  });

  it("leave the blocks full, and are none rather than one", () => {
    expect(besideIn(layOut({ local: { stories: tell("L", 8) } }))).toEqual(["L2", "L3"]);
    expect(besideIn(layOut({ local: { stories: tell("L", 7) } }))).toEqual([]);
  });

  it("are no story that is pinned to a block", () => {
    const [pinned, ...others] = tell("L", 9);
    const page = layOut(
      { local: { stories: [story("Lead", { hasImage: true }), ...(pinned ? [pinned] : []), ...others] } },
      {
        "local/2": pinned as SectionStory,
      },
    );
    expect(besideIn(page)).toEqual(["L2", "L3", "L4", "L5"]);
    expect(page.titlesIn("local")).toEqual(["L6", "L1", "L7", "L8", "L9"]);
  });

  it("are samples only if the hero is one", () => {
    const samples = tell("S", 15, sample);
    expect(besideIn(layOut({ local: { samples } }))).toEqual(["S2", "S3", "S4", "S5"]);
    expect(besideIn(layOut({ local: { samples, stories: tell("L", 3) } }))).toEqual([]);
  });
});

describe("the line at the top", () => {
  const text = "The news feeds can’t be reached. Sample stories, which are invented, stand in until they can.";
  const samples = [sample("S1"), sample("S2")];
  const story1 = [story("One")];

  it("stands while every feed fails and a block has samples", () => {
    expect(layOut({ local: { samples } }).standIn).toBe(text);
    expect(layOut({ local: { samples }, world: { state: "cached", isSilent: true, stories: story1 } }).standIn).toBe(
      text,
    );
  });

  it("is missing while a feed responds or is awaited, and without samples", () => {
    expect(layOut({ local: { samples, isSilent: false } }).standIn).toBeNull();
    expect(layOut({ local: { samples }, world: { stories: story1 } }).standIn).toBeNull();
    expect(layOut({ local: { samples }, world: { state: "loading" } }).standIn).toBeNull();
    expect(layOut().standIn).toBeNull();
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
    expect(page.titlesIn("local")).toEqual(["First", "Four", "Pinned", "Five", "Six"]);
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
      const { page, news } = layOut({ world: { samples, ...given } });
      return hasEarlySample(page, news);
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
