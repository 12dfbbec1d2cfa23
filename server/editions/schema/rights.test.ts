import { describe, expect, it } from "vitest";
import { completeRights, getRights, type Rights, splitFeedsByIndexing } from "./rights.ts";

const A = "https://a.example/rss.xml";
const B = "https://b.example/rss.xml";
const C = "https://c.example/rss.xml";

/** Creates an edition with a section for each list of feeds. */
const follow = (...lists: Record<string, Parameters<typeof completeRights>[1]>[]) => ({
  sections: lists.map((feeds) => ({
    feeds: Object.entries(feeds).map(([url, rights]) => ({ url, rights: completeRights({}, rights) })),
  })),
});

describe("completeRights", () => {
  it("takes each right from the feed, else from its publisher, else from the defaults", () => {
    expect(completeRights({ text: "none", ads: false, terms: "https://a.example/terms" }, { text: "full" })).toEqual({
      text: "full",
      images: "copy",
      keepDays: null,
      ads: false,
      mail: true,
      export: false,
      index: false,
      terms: "https://a.example/terms",
    });
  });
});

describe("getRights", () => {
  it.each<[keyof Rights, Rights[keyof Rights], Rights[keyof Rights], Rights[keyof Rights]]>([
    // Each row has a right, its value for one feed, its value for another feed, and its value for a story in both
    // feeds.
    ["text", "full", "excerpt", "excerpt"],
    ["text", "none", "full", "none"],
    ["images", "copy", "link", "link"],
    ["images", "none", "link", "none"],
    ["keepDays", 30, 7, 7],
    ["ads", true, false, false],
    ["mail", true, false, false],
    ["export", true, false, false],
    ["index", true, false, false],
    ["index", true, true, true],
  ])("lets %s be what all carriers permit: %s and %s give %s", (right, one, other, both) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ]) {
      expect(getRights(follow({ [A]: { [right]: first }, [B]: { [right]: second } }), [A, B])[right]).toBe(both);
      expect(getRights(follow({ [A]: { [right]: first } }, { [A]: { [right]: second } }), [A])[right]).toBe(both);
    }
  });

  it("treats a feed without keepDays as unlimited", () => {
    const edition = follow({ [A]: { keepDays: 7 }, [B]: {} });
    expect(getRights(edition, [A, B]).keepDays).toBe(7);
    expect(getRights(edition, [B]).keepDays).toBeNull();
  });

  it("ignores feeds that only other editions follow", () => {
    expect(getRights(follow({ [A]: { text: "full" } }), [A, C]).text).toBe("full");
  });

  it("permits nothing but the headline of stories of former feeds", () => {
    expect(getRights(follow({ [A]: {} }), [C])).toMatchObject({
      text: "none",
      images: "none",
      ads: false,
      mail: false,
      export: false,
      index: false,
    });
  });
});

describe("splitFeedsByIndexing", () => {
  it("separates the feeds whose stories search engines may list", () => {
    const edition = follow({ [A]: { index: true }, [B]: {} }, { [C]: { index: true } });
    expect(splitFeedsByIndexing(edition)).toEqual({ indexed: [A, C], unindexed: [B] });
  });
});
