import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupStories, type Telling } from "./sameStory.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const telling = (title: string, feedUrl: string, hour = 12): Telling => ({ title, feedUrl, sortedAt: at(hour) });
const countOf = (...articles: Telling[]) => groupStories(articles).length;

describe("groupStories", () => {
  it.each([
    ["Mayor signs city budget after long debate", "Mayor signs the city budget after a long debate"],
    ["Mayor signs city budget after long debate", "MAYOR SIGNS CITY BUDGET AFTER LONG DEBATE!"],
    ["Mayor signs city budget after long debate", "Mayor signs city budget after long debate - The Daily Sample"],
    ["Café owners sue over sidewalk fees", "Cafe owners sue over sidewalk fees"],
    ["Cubs win", "Cubs Win"],
  ])("takes %j and %j of two feeds for one story", (one, other) => {
    expect(countOf(telling(one, "a"), telling(other, "b"))).toBe(1);
  });

  it.each([
    ["Mayor signs city budget after long debate", "Mayor vetoes city budget after short debate"],
    ["Week 3 high school football rankings", "Week 4 high school football rankings"],
    ["Cubs win", "Cubs win again"],
    ["!!!", "???"],
  ])("takes %j and %j for two", (one, other) => {
    expect(countOf(telling(one, "a"), telling(other, "b"))).toBe(2);
  });

  it("keeps a paper's daily column apart, and stories more than 72 hours apart", () => {
    const title = "Corrections and clarifications for readers";
    expect(countOf(telling(title, "a"), telling(title, "a"))).toBe(2);
    expect(countOf(telling(title, "a", 0), telling(title, "b", 72))).toBe(1);
    expect(countOf(telling(title, "a", 0), telling(title, "b", 73))).toBe(2);
  });

  it("keeps the order in which stories came", () => {
    const [first, second] = [
      telling("One story of the day told here", "a"),
      telling("Another story altogether now", "a"),
    ];
    const twin = telling("One story of the day told here", "b");
    expect(groupStories([first, second, twin])).toEqual([[first, twin], [second]]);
  });

  it("looks headlines up by few of their words, and finds what comparing all with all finds", () => {
    const headline = fc
      .array(fc.constantFrom(..."mayor signs city budget in to week 3 4 cubs win after".split(" ")), {
        minLength: 1,
        maxLength: 7,
      })
      .map((words) => words.join(" "));
    const article = fc.record({ title: headline, feedUrl: fc.constantFrom("a", "b", "c", "d"), hour: fc.nat(100) });
    fc.assert(
      fc.property(fc.array(article, { minLength: 2, maxLength: 12 }), (articles) => {
        const all = articles.map(({ title, feedUrl, hour }) => telling(title, feedUrl, hour));
        const [last = all[0] as Telling] = all.slice(-1);
        const isTwin = all.slice(0, -1).some((other) => countOf(other, last) === 1);
        const group = groupStories(all).find((found) => found.includes(last)) ?? [];
        // One that joins others has a twin; one that stands alone has none, or that twin's story has its feed already.
        if (group.length > 1) expect(isTwin).toBe(true);
        else if (isTwin) expect(all.slice(0, -1).some(({ feedUrl }) => feedUrl === last.feedUrl)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
