import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize } from "./fold.ts";
import { markExcerpt, markMatches } from "./highlight.ts";
import { parseQuery } from "./query.ts";

describe("markMatches", () => {
  it("marks words as the text spells them", () => {
    const { required } = parseQuery('cafe "new houses"', "en", false);
    const pieces = markMatches("New cafés and new house: no new idea", required, "en");
    expect(pieces.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual(["cafés", "new house"]);
  });

  it("returns pieces that join to the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, query) => {
        expect(
          markMatches(text, parseQuery(query, "en").required, "en")
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });

  it("finds every word of a text, and every word by its beginning", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        for (const { word } of tokenize(text, "en"))
          for (const prefix of [null, word.slice(0, -1)]) {
            const clause = { words: [prefix === null ? word : "§"], prefix };
            expect(markMatches(text, [clause], "en").some(({ isFound }) => isFound)).toBe(true);
          }
      }),
    );
  });
});

describe("markExcerpt", () => {
  it("shows the part where most clauses match", () => {
    const text = `${"Rain fell on the mayor. ".repeat(40)}The mayor opened the bridge at noon. ${"Then it rained. ".repeat(40)}`;
    const excerpt = markExcerpt(text, parseQuery("bridge mayor", "en", false).required, "en");
    const shown = excerpt.map((piece) => piece.text).join("");
    expect(shown).toContain("mayor opened the bridge");
    expect(shown.length).toBeLessThan(230);
    expect(shown).toMatch(/^… .+ …$/);
  });
});
