import { expect, it } from "vitest";
import type { Block, FrontPage, Story } from "../../server/news/views.ts";
import { listLeads } from "./listLeads.ts";

const section = { slug: "local", name: "Local News", shortName: "Local", href: "/local", tone: "lake" } as const;

function tell(slug: string): Story {
  const date = { instant: null, text: "" };
  return { slug, title: slug, deck: "", author: "", date, source: null, furtherSources: [], section, image: null };
}

function block(...slugs: string[]): Block {
  return { section, layout: "list", state: "fresh", notice: null, stories: slugs.map(tell) };
}

const front = (hero: FrontPage["hero"], ...blocks: Block[]): FrontPage => ({
  standIn: null,
  hero,
  secondary: [],
  blocks,
});
const hero = { state: "loaded", story: tell("hero"), label: "", readTime: null, notice: null } as const;
const slugsOf = (page: FrontPage, shown: string, ...more: string[]) =>
  listLeads(page, { story: tell(shown), more: more.map(tell) }).map(({ slug }) => slug);

it("lists the hero and the first story of each block, each once, and at most four", () => {
  const blocks = [block("a", "a2"), block("hero"), block(), block("b"), block("c"), block("d")];
  expect(slugsOf(front(hero, ...blocks), "shown")).toEqual(["hero", "a", "b", "c"]);
});

it("lists the stories beside the hero before the blocks", () => {
  const page = { ...front(hero, block("a"), block("b")), secondary: [tell("s1"), tell("s2")] };
  expect(slugsOf(page, "shown")).toEqual(["hero", "s1", "s2", "a"]);
});

it("leaves out the article and the stories under it", () => {
  expect(slugsOf(front(hero, block("a"), block("b")), "hero", "a")).toEqual(["b"]);
});

it("lists nothing while the front page is loading", () => {
  expect(slugsOf(front({ state: "loading" }, block()), "shown")).toEqual([]);
});
