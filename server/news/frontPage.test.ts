import { describe, expect, it } from "vitest";
import { loadEditions } from "../editions/load.ts";
import { layOutFrontPage } from "./frontPage.ts";
import { blockOf, type SectionNews, type ToldStory } from "./sectionNews.ts";

const [edition] = await loadEditions("editions");
if (!edition) throw new Error("There is no edition.");

/** The edition's sections without a story, not even one of the edition's own. */
const nothing = edition.sections.map(
  (section): SectionNews => ({ section, state: "samples", stories: [], samples: [] }),
);

function story(title: string): ToldStory {
  const slug = title.toLowerCase();
  const section = { slug: "local", name: "Local News", shortName: "Local", href: "/local", tone: "lake" } as const;
  const rest = { deck: "", author: "Staff Writer", source: null, furtherSources: [], picture: null };
  return {
    ...rest,
    slug,
    tells: slug,
    isPictured: false,
    title,
    section,
    date: { instant: null, text: "Recent" },
  };
}

describe("layOutFrontPage", () => {
  it("has the specification's words where no story can lead, and blocks without stories", () => {
    const { hero, blocks } = layOutFrontPage(edition, nothing);
    expect(hero).toEqual({ state: "empty", message: "No featured articles available at this time." });
    expect(blocks.map(({ stories }) => stories)).toEqual(blocks.map(() => []));
    expect(blocks).toHaveLength(15);
  });

  it("waits for the sections that lead, and for no other", () => {
    const [local, ...others] = nothing as [SectionNews, ...SectionNews[]];
    expect(layOutFrontPage(edition, [{ ...local, state: "loading" }, ...others]).hero.state).toBe("loading");
    const world = others.map((news) => (news.section.slug === "world" ? { ...news, state: "loading" as const } : news));
    expect(layOutFrontPage(edition, [local, ...world]).hero.state).toBe("empty");
  });

  it("gives the lead its fixed label and read time, and five stories to a block", () => {
    const [local, ...others] = nothing as [SectionNews, ...SectionNews[]];
    const stories = ["One", "Two", "Three", "Four", "Five", "Six", "Seven"].map(story);
    const { hero, blocks } = layOutFrontPage(edition, [{ ...local, state: "fresh", stories }, ...others]);
    expect(hero).toMatchObject({ state: "loaded", label: "Breaking News", readTime: "5 min read" });
    expect(blocks[0]?.stories.map(({ title }) => title)).toEqual(["Two", "Three", "Four", "Five", "Six"]);
  });
});

describe("blockOf", () => {
  it("has three stories where nobody says how many", () => {
    const [local] = nothing as [SectionNews, ...SectionNews[]];
    const news: SectionNews = { ...local, state: "fresh", stories: ["One", "Two", "Three", "Four"].map(story) };
    expect(blockOf(news).stories.map(({ title }) => title)).toEqual(["One", "Two", "Three"]);
  });
});
