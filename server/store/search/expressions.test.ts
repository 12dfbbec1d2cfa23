import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../core/search/query.ts";
import { isMatchRanked, toAnyQuery, toMatchExpression, toRankingExpression } from "./expressions.ts";

const match = (text: string, ...tags: string[][]) => toMatchExpression(parseQuery(text, "en", false), tags);
const rank = (text: string) => toRankingExpression(parseQuery(text, "en", false));

describe("toMatchExpression", () => {
  it("quotes words and phrases", () => {
    expect(match('mayor "city council" OR title:x*')).toBe(`("mayor" AND "citi council" AND "or" AND "titl x")`);
  });

  it("puts exclusions last", () => {
    expect(match('mayor -bears -"city hall"')).toBe(`("mayor") NOT ("bear" OR "citi hall")`);
  });

  it("excludes what has a tag of those that hide", () => {
    expect(toMatchExpression(parseQuery("mayor -bears", "en", false), [], ["§x", "§y"])).toBe(
      `("mayor") NOT ("bear" OR "§x" OR "§y")`,
    );
  });

  it("requires one tag of each list", () => {
    expect(match("mayor", ["§a", "§b"], ["§c"])).toBe(`("mayor" AND ("§a" OR "§b") AND ("§c"))`);
  });

  it("starts from every article if nothing is required", () => {
    expect(match("-bears")).toBe(`("§all") NOT ("bear")`);
    expect(match("", ["§a"])).toBe(`(("§a"))`);
  });

  it("takes the last word for the beginning of one while a reader types", () => {
    expect(toMatchExpression(parseQuery("new citie", "en"), [])).toBe(`("new" AND ("citi" OR "citi" *))`);
  });
});

describe("toAnyQuery", () => {
  it("requires one of the words that are not stop words", () => {
    const query = toAnyQuery(parseQuery("the mayor london -bears", "en", false));
    expect(query && toMatchExpression(query, [["§a"]])).toBe(`(("mayor" OR "london") AND ("§a")) NOT ("bear")`);
  });

  it.each(["mayor", "out of the"])("is null for %j", (text) => {
    expect(toAnyQuery(parseQuery(text, "en", false))).toBeNull();
  });
});

describe("toRankingExpression", () => {
  it("leaves out stop words and exclusions", () => {
    expect(rank('the mayor -bears "city hall" "of the"')).toBe(`("mayor" AND "citi hall")`);
  });

  it("counts the words as typed as a phrase", () => {
    expect(rank("mayor of london")).toBe(`("mayor" AND "london") OR "mayor of london"`);
  });

  it("ranks nothing for stop words alone", () => expect(rank("out of the")).toBeNull());

  it("ranks by a phrase of stop words if there is nothing else", () => {
    expect(rank('the "to be or not to be"')).toBe(`("to be or not to be")`);
  });
});

it("ranks by the match expression itself, except for exclusions, stop words and words that may be a phrase", () => {
  const isRanked = (text: string) => isMatchRanked(parseQuery(text, "en", false));
  expect(["mayor", '"city hall"', 'mayor "city hall"'].map(isRanked)).toEqual([true, true, true]);
  expect(["", "the", 'the "city hall"', "mayor -bears", "mayor london"].map(isRanked)).toEqual(Array(5).fill(false));
});
