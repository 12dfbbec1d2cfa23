import { describe, expect, it } from "vitest";
import type { Rule } from "../editions/schema/ruleSchema.ts";
import { decideReview, isDropped, type RuleEntry } from "./decide.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const HOUR_MS = 3_600_000;

const ENTRY: RuleEntry = {
  feedUrl: "https://a.example/rss",
  section: "local",
  title: "Cafés reopen on the Río",
  excerpt: "Betting tips and more.",
  author: "By Ann Lee and José Ruiz",
  categories: ["Sponsored", "Local News"],
  language: "es-MX",
  link: "https://a.example/Sponsored/cafes",
  sortedAt: "2026-11-20T12:00:00.000Z",
};

const drops = (...rules: Rule[]) => isDropped(rules, ENTRY, NOW);

describe("isDropped", () => {
  it.each<[string, Rule["drop"], boolean]>([
    ["a word, whatever its accents and number", { words: ["cafe"] }, true],
    ["a phrase", { words: ["reopen on the rio"] }, true],
    ["a part of a word", { words: ["open"] }, false],
    ["a phrase across headline and summary", { words: ["río betting"] }, false],
    ["one of several words", { words: ["opera", "betting tip"] }, true],
    ["an author among others", { authors: ["jose ruiz"] }, true],
    ["a part of a name", { authors: ["Ann Le"] }, false],
    ["a category", { categories: ["SPONSORED"] }, true],
    ["a part of a category", { categories: ["local"] }, false],
    ["a language", { languages: ["es"] }, true],
    ["a language of another region", { languages: ["es-ES"] }, false],
    ["a part of the address", { links: ["/sponsored/"] }, true],
    ["another address", { links: ["b.example"] }, false],
    ["an age", { olderThanDays: 3 }, true],
    ["a higher age", { olderThanDays: 3.1 }, false],
    ["all of several conditions", { categories: ["sponsored"], languages: ["es"] }, true],
    ["not all of several conditions", { categories: ["sponsored"], languages: ["en"] }, false],
  ])("compares %s", (_, conditions, isMet) => {
    expect(drops({ drop: conditions })).toBe(isMet);
    expect(drops({ keep: conditions })).toBe(!isMet);
  });

  it("applies a rule only to its feed or section", () => {
    const drop = { categories: ["sponsored"] };
    expect(drops({ drop, feed: "https://b.example/rss" })).toBe(false);
    expect(drops({ drop, feed: ENTRY.feedUrl })).toBe(true);
    expect(drops({ drop, section: "world" })).toBe(false);
    expect(drops({ drop, section: "local" })).toBe(true);
  });

  it("keeps what meets one of the rules of each feed, section and edition", () => {
    expect(drops({ keep: { words: ["opera"] } }, { keep: { words: ["cafe"] } })).toBe(false);
    expect(drops({ keep: { words: ["opera"] }, section: "local" }, { keep: { words: ["cafe"] } })).toBe(true);
    expect(drops({ keep: { words: ["cafe"] } }, { drop: { languages: ["es"] } })).toBe(true);
  });
});

describe("decideReview", () => {
  const review = { hours: 2, overdue: "drop" } as const;
  const state = { firstSeenAt: NOW - HOUR_MS, since: NOW - 3 * HOUR_MS, decision: null };

  it("makes new stories wait for the time that the edition sets", () => {
    expect(decideReview(review, state, NOW)).toBe("waiting");
    expect(decideReview(review, state, NOW + HOUR_MS)).toBe("overdue");
    expect(decideReview({ ...review, overdue: "show" }, state, NOW + HOUR_MS)).toBe("shown");
  });

  it("leaves the stories that were there before the review", () => {
    expect(decideReview(review, { ...state, since: NOW }, NOW)).toBe("shown");
  });

  it("follows the editor's decision, also after the time", () => {
    expect(decideReview(review, { ...state, decision: "approved" }, NOW + HOUR_MS)).toBe("shown");
    expect(decideReview({ ...review, overdue: "show" }, { ...state, decision: "rejected" }, NOW + HOUR_MS)).toBe(
      "rejected",
    );
  });
});
