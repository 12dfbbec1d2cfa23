import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldWord, tokensOf } from "./fold.ts";
import { excerptPieces, piecesOf } from "./highlight.ts";
import { mayHave } from "./plainWords.ts";
import { parseQuery } from "./query.ts";

const words = (text: string) => tokensOf(text).map(({ word }) => word);

describe("the words of a text", () => {
  it.each([
    ["cities", "city"],
    ["HOUSES", "house"],
    ["Boxes", "box"],
    ["classes", "class"],
    ["buses", "bus"],
    ["movies", "movie"],
    ["Cafés", "cafe"],
    ["Straße", "STRASSE"],
    ["mayor’s", "mayor"],
    ["O’Hare", "ohare"],
    ["1,900", "1900"],
    ["Ångström", "angstrom"],
  ])("are alike in %s and %s", (one, other) => expect(words(one)).toEqual(words(other)));

  it.each([
    ["news", "new"],
    ["bus", "bu"],
    ["glass", "glas"],
  ])("are not in %s and %s", (one, other) => expect(foldWord(one)).not.toBe(foldWord(other)));

  const texts = fc.array(fc.constantFrom(...`aAsSeEyYiIu'’,,190 .-–“é一_\n`)).map((signs) => signs.join(""));

  it("are the same where a text has other letters than English", () => {
    // No other space ends what is read sign by sign.
    const odd = (text: string) => text.replaceAll(" ", "\u00a0");
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokensOf(`${text} `)).toEqual(tokensOf(odd(`${text} `)));
      }),
    );
  });

  it("are never missed where it is only asked whether they may be there", () => {
    const begins = (text: string) => words(text).flatMap((word) => [word, word.slice(0, -1)]);
    fc.assert(fc.property(texts, (text) => begins(text).every((word) => mayHave(text, [word]))));
    expect(mayHave("The city council of O’Hare", ["mayor"])).toBe(false);
  });

  it("are signs where a script has no spaces", () => expect(words("東京 2020年")).toEqual(["東", "京", "2020", "年"]));
});

describe("a query", () => {
  it("has words, phrases, and what must not be there", () => {
    expect(parseQuery('mayor "city council" -Bears covid-19 ', false)).toEqual({
      wanted: [
        { words: ["mayor"], prefix: null },
        { words: ["citi", "council"], prefix: null },
        { words: ["covid", "19"], prefix: null },
      ],
      unwanted: [{ words: ["bear"], prefix: null }],
    });
  });

  it("takes its last word for the beginning of one, until a space ends it", () => {
    expect(parseQuery("new citie").wanted[1]).toEqual({ words: ["citi"], prefix: "citi" });
    expect(parseQuery("may").wanted[0]).toMatchObject({ prefix: "may" });
    for (const typed of ["may ", '"may"', "m", "may?"]) expect(parseQuery(typed).wanted[0]?.prefix).toBeNull();
    expect(parseQuery("-may").unwanted[0]?.prefix).toBeNull();
  });

  it.each(["", "   ", "-", '"', "***", "\u0000", "OR", "NEAR(a b)", "title:mayor", "😀", "\ud800"])(
    "is anything, such as %j",
    (text) => expect(parseQuery(text).wanted.length).toBeLessThanOrEqual(3),
  );
});

describe("what is marked", () => {
  it("is the words as they stand in the text, and the text stays whole", () => {
    const { wanted } = parseQuery('cafe "new houses"', false);
    const pieces = piecesOf("New cafés and new house: no new idea", wanted);
    expect(pieces.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual(["cafés", "new house"]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, query) => {
        expect(
          piecesOf(text, parseQuery(query).wanted)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });

  it("is shown where most of it stands together", () => {
    const text = `${"Rain fell on the mayor. ".repeat(40)}The mayor opened the bridge at noon. ${"Then it rained. ".repeat(40)}`;
    const excerpt = excerptPieces(text, parseQuery("bridge mayor", false).wanted);
    const shown = excerpt.map((piece) => piece.text).join("");
    expect(shown).toContain("mayor opened the bridge");
    expect(shown.length).toBeLessThan(230);
    expect(shown).toMatch(/^… .+ …$/);
  });
});
