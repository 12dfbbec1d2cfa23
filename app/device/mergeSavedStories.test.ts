import { describe, expect, it } from "vitest";
import type { SavedStory } from "./deviceData.ts";
import { mergeSavedStories } from "./mergeSavedStories.ts";

const savedStory = (slug: string, savedAt: number, bodyHtml: string | null = "<p>Text</p>"): SavedStory => ({
  slug,
  savedAt,
  story: {
    title: slug,
    deck: "",
    author: "The desk",
    date: { instant: null, text: "Today" },
    source: null,
    section: { name: "Local", href: "/local", tone: "lake" },
  },
  original: null,
  bodyHtml,
});

const datesOf = (stories: SavedStory[]) => Object.fromEntries(stories.map(({ slug, savedAt }) => [slug, savedAt]));

describe("mergeSavedStories", () => {
  it("adds stories that are not stored, and leaves the others alone", () => {
    expect(mergeSavedStories([savedStory("a", 1)], [savedStory("b", 2)])).toEqual([savedStory("b", 2)]);
  });

  it("keeps the earlier date of a story that both have", () => {
    const stored = [savedStory("a", 5), savedStory("b", 6)];
    expect(datesOf(mergeSavedStories(stored, [savedStory("a", 2), savedStory("b", 9)]))).toEqual({ a: 2, b: 6 });
  });

  it("keeps the stored text, and takes the imported one where none is stored", () => {
    const stored = [savedStory("a", 1, null), savedStory("b", 2, ""), savedStory("c", 3, "stored")];
    const imported = ["a", "b", "c"].map((slug) => savedStory(slug, 9, "imported"));
    expect(mergeSavedStories(stored, imported).map(({ bodyHtml }) => bodyHtml)).toEqual([
      "imported",
      "imported",
      "stored",
    ]);
  });

  it("raises a date that another story has until it is unique", () => {
    const stored = [savedStory("a", 1), savedStory("b", 2)];
    expect(datesOf(mergeSavedStories(stored, [savedStory("c", 1), savedStory("d", 1)]))).toEqual({ c: 3, d: 4 });
  });

  it("stores a story once that the import has twice", () => {
    const imported = [savedStory("a", 7, null), savedStory("a", 4, "imported")];
    expect(mergeSavedStories([], imported)).toEqual([savedStory("a", 4, "imported")]);
  });
});
