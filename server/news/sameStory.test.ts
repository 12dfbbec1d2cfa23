import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong } from "../../tests/support/longTests.ts";
import { type ComparableArticle, groupStories, matchHeadline } from "./sameStory.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const article = (title: string, feedUrl: string, hour = 12): ComparableArticle => ({
  title,
  feedUrl,
  sortedAt: at(hour),
});
const countOf = (...articles: ComparableArticle[]) => groupStories(articles).length;

describe("groupStories", () => {
  it.each([
    ["Mayor signs city budget after long debate", "Mayor signs the city budget after a long debate"],
    ["Mayor signs city budget after long debate", "MAYOR SIGNS CITY BUDGET AFTER LONG DEBATE!"],
    ["Mayor signs city budget after long debate", "Mayor signs city budget after long debate - The Daily Sample"],
    ["Café owners sue over sidewalk fees", "Cafe owners sue over sidewalk fees"],
    ["Cubs win", "Cubs Win"],
  ])("groups %j and %j of two feeds", (one, other) => {
    expect(countOf(article(one, "a"), article(other, "b"))).toBe(1);
  });

  it.each([
    ["Mayor signs city budget after long debate", "Mayor vetoes city budget after short debate"],
    ["Week 3 high school football rankings", "Week 4 high school football rankings"],
    ["Cubs win", "Cubs win again"],
    ["!!!", "???"],
  ])("keeps %j and %j apart", (one, other) => {
    expect(countOf(article(one, "a"), article(other, "b"))).toBe(2);
  });

  it("keeps articles of one feed apart, such as a daily column", () => {
    const title = "Corrections and clarifications for readers";
    expect(countOf(article(title, "a"), article(title, "a"))).toBe(2);
  });

  it("keeps articles more than 72 hours apart", () => {
    const title = "Corrections and clarifications for readers";
    expect(countOf(article(title, "a", 0), article(title, "b", 72))).toBe(1);
    expect(countOf(article(title, "a", 0), article(title, "b", 73))).toBe(2);
  });

  it("keeps the order of first articles", () => {
    const [first, second] = [
      article("One story of the day told here", "a"),
      article("Another story altogether now", "a"),
    ];
    const match = article("One story of the day told here", "b");
    expect(groupStories([first, second, match])).toEqual([[first, match], [second]]);
  });

  it("finds by lookup words what comparing all pairs finds", () => {
    const headline = fc
      .array(fc.constantFrom(..."mayor signs city budget in to week 3 4 cubs win after".split(" ")), {
        minLength: 1,
        maxLength: 7,
      })
      .map((words) => words.join(" "));
    const anyArticle = fc.record({ title: headline, feedUrl: fc.constantFrom("a", "b", "c", "d"), hour: fc.nat(100) });
    fc.assert(
      fc.property(fc.array(anyArticle, { minLength: 2, maxLength: 12 }), (articles) => {
        const all = articles.map(({ title, feedUrl, hour }) => article(title, feedUrl, hour));
        const [last = all[0] as ComparableArticle] = all.slice(-1);
        const hasMatch = all.slice(0, -1).some((other) => countOf(other, last) === 1);
        const group = groupStories(all).find((found) => found.includes(last)) ?? [];
        // An article that shares a group has a match. An article alone in its group has no match, or its match is in a
        // group that already has an article of the same feed.
        if (group.length > 1) expect(hasMatch).toBe(true);
        else if (hasMatch) expect(all.slice(0, -1).some(({ feedUrl }) => feedUrl === last.feedUrl)).toBe(true);
      }),
      { numRuns: isLong ? 2000 : 500 },
    );
  });
});

describe("matchHeadline", () => {
  it("matches similar headlines and no others", () => {
    const { matches } = matchHeadline("Mayor signs city budget after long debate");
    expect(matches("The mayor signs the city budget after long debate")).toBe(true);
    expect(matches("Mayor vetoes city budget after short debate")).toBe(false);
  });

  it("returns a quarter of the words and one more, longest first", () => {
    expect(matchHeadline("Mayor signs city budget after long debate today").words).toEqual([
      "budget",
      "debate",
      "after",
    ]);
  });
});
