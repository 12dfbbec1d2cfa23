import { describe, expect, it } from "vitest";
import { findSharedSlug, getSourcesBySlug } from "./sources.ts";

const feed = (url: string, publisher: string, slug?: string) => ({ url: `https://${url}`, publisher, slug });
const inSections = (...lists: ReturnType<typeof feed>[][]) => ({ sections: lists.map((feeds) => ({ feeds })) });

describe("getSourcesBySlug", () => {
  it.each([
    ["a.example/services/xml/rss/nyt/Baseball.xml", "The New York Times", "the-new-york-times-baseball"],
    ["a.example/profile/robert-reich/rss", "The Guardian", "the-guardian-robert-reich"],
    ["a.example/feed/", "U.S. National Archives", "u-s-national-archives"],
    ["a.example/1003/rss.xml", "NPR", "npr-1003"],
    ["a.example/", "!!!", "source"],
  ])("names %s of %s", (url, publisher, slug) => {
    expect([...getSourcesBySlug(inSections([feed(url, publisher)])).keys()]).toEqual([slug]);
  });

  it("lists a feed of several sections once, by the slug that any of them gives", () => {
    const sections = inSections([feed("a.example/x", "A")], [feed("a.example/x", "A", "mine")]);
    expect([...getSourcesBySlug(sections).keys()]).toEqual(["mine"]);
  });

  it("numbers equal slugs and skips given ones", () => {
    const sections = inSections([
      ...[feed("a.example/rss", "A"), feed("b.example/rss", "A"), feed("c.example/x", "C", "a-2")],
    ]);
    expect([...getSourcesBySlug(sections).keys()]).toEqual(["a", "a-3", "a-2"]);
  });
});

describe("findSharedSlug", () => {
  it("returns the path of a slug of another feed", () => {
    const sections = inSections([feed("a.example/x", "A", "one")], [feed("b.example/x", "B", "one")]);
    expect(findSharedSlug(sections)).toEqual(["sections", 1, "feeds", 0, "slug"]);
  });

  it("accepts one slug for one feed in two sections", () => {
    const sections = inSections([feed("a.example/x", "A", "one")], [feed("a.example/x", "A", "one")]);
    expect(findSharedSlug(sections)).toBeUndefined();
  });
});
