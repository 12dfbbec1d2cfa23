import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removeLineControls, typeset } from "./typography.ts";

describe("typeset", () => {
  it.each([
    [`"Plainly," she said`, "“Plainly,” she said"],
    [`He said "it's 'fine' now"`, "He said “it’s ‘fine’ now”"],
    [`"'Stay,' she said"`, "“‘Stay,’ she said”"],
    [`The Bears' '85 team and rock 'n' roll`, "The Bears’ ’85 team and rock ’n’ roll"],
    [`In the 'hood, the mayor's plan`, "In the ’hood, the mayor’s plan"],
    [`A 6'2" guard, a 12" pipe ("the class of 1990")`, "A 6′2″ guard, a 12″ pipe (“the class of 1990”)"],
    ["Rain -- then snow", "Rain\u00a0— then snow"],
    ["Rain--then snow", "Rain\u2060—then snow"],
    ["Rain — then snow—and wind", "Rain\u00a0— then snow\u2060—and wind"],
    ["Run with --dry-run, ----, 1990–2000", "Run with --dry-run, ----, 1990–2000"],
    ["And then...", "And then…"],
    ["Wait.... 1...2", "Wait.... 1…2"],
    [
      "$5 billion by 7 a.m. on No. 9 at 60 mph, 3 percent",
      "$5\u00a0billion by 7\u00a0a.m. on No.\u00a09 at 60\u00a0mph, 3\u00a0percent",
    ],
    ["5 miles, 7 millionaires, a no. 9", "5 miles, 7 millionaires, a no. 9"],
  ])("sets %j in English", (text, set) => expect(typeset(text, "en-US")).toBe(set));

  it.each([
    [`"Hola", dijo la alcaldesa`, "“Hola”, dijo la alcaldesa"],
    ["Lluvia -- y nieve--y viento", "Lluvia\u00a0– y nieve\u00a0– y viento"],
    ["5 millones a las 7 a. m., n.º 9 y 3 %", "5\u00a0millones a las 7\u00a0a.\u00a0m., n.º\u00a09 y 3\u00a0%"],
  ])("sets %j in Spanish", (text, set) => expect(typeset(text, "es-US")).toBe(set));

  it("leaves the quotation marks of other languages", () => {
    expect(typeset(`L'eau "bleue" -- enfin...`, "fr")).toBe(`L’eau "bleue" -- enfin…`);
  });

  it("changes nothing that is set already, and no letters", () => {
    const texts = fc
      .array(fc.constantFrom(..."aé9 \"'-—–.…“”‘’(%m", " million", " a.m.", "No. ", "--", "\u00a0", "\u2060"))
      .map((parts) => parts.join(""));
    const toLetters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
    for (const tag of ["en-US", "es", "de"])
      fc.assert(
        fc.property(texts, (text) => {
          const set = typeset(text, tag);
          expect(typeset(set, tag)).toBe(set);
          expect(toLetters(set)).toBe(toLetters(text));
        }),
        { numRuns: 2000 },
      );
  });
});

it("removes what prevents line breaks", () => {
  expect(removeLineControls(typeset("Rain--then $5 billion -- gone", "en"))).toBe("Rain—then $5 billion — gone");
});
