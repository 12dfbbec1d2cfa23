import { describe, expect, it } from "vitest";
import { parseQuery } from "./query.ts";

describe("parseQuery", () => {
  it("reads words, phrases and exclusions", () => {
    expect(parseQuery('mayor "city council" -Bears covid-19 ', "en", false)).toEqual({
      language: "en",
      required: [
        { words: ["mayor"], prefix: null },
        { words: ["citi", "council"], prefix: null },
        { words: ["covid", "19"], prefix: null },
      ],
      excluded: [{ words: ["bear"], prefix: null }],
    });
  });

  it("takes the last word for the beginning of one until a space ends it", () => {
    expect(parseQuery("new citie", "en").required[1]).toEqual({ words: ["citi"], prefix: "citi" });
    expect(parseQuery("may", "en").required[0]).toMatchObject({ prefix: "may" });
    for (const typed of ["may ", '"may"', "m", "may?"]) expect(parseQuery(typed, "en").required[0]?.prefix).toBeNull();
    expect(parseQuery("-may", "en").excluded[0]?.prefix).toBeNull();
  });

  it.each(["", "   ", "-", '"', "***", "\u0000", "OR", "NEAR(a b)", "title:mayor", "😀", "\ud800"])(
    "accepts %j",
    (text) => expect(parseQuery(text, "en").required.length).toBeLessThanOrEqual(3),
  );
});
