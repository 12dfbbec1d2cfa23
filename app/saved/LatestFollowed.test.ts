import { describe, expect, it } from "vitest";
import type { Story } from "../../server/news/views.ts";
import type { Follow } from "../device/deviceData.ts";
import { selectFollowed } from "./LatestFollowed.tsx";

const story = (slug: string, section: string, source: string | null, ...furtherSources: string[]) =>
  ({
    slug,
    section: { slug: section },
    source,
    furtherSources: furtherSources.map((publisher) => ({ publisher })),
  }) as unknown as Story;

const STORIES = [
  story("a", "local", "The Wire"),
  story("b", "sports", "The Post", "The Wire"),
  story("c", "sports", null),
  story("d", "world", "The Post"),
];

const follow = (kind: Follow["kind"], id: string): Follow => ({ kind, id, followedAt: 1 });
const slugs = (...follows: Follow[]) => selectFollowed(STORIES, follows).map(({ slug }) => slug);

describe("selectFollowed", () => {
  it("returns all stories when nothing is followed", () => {
    expect(slugs()).toEqual(["a", "b", "c", "d"]);
  });

  it("returns stories of followed sections", () => {
    expect(slugs(follow("section", "sports"))).toEqual(["b", "c"]);
  });

  it("returns stories of followed sources, further sources included", () => {
    expect(slugs(follow("source", "The Wire"))).toEqual(["a", "b"]);
  });

  it("keeps the order of the stories, whatever order they are followed in", () => {
    expect(slugs(follow("section", "world"), follow("source", "The Wire"))).toEqual(["a", "b", "d"]);
    expect(slugs(follow("section", "gardening"))).toEqual([]);
  });
});
