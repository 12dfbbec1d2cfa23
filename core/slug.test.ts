import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slugify, toUniqueSlug } from "./slug.ts";

describe("slugify", () => {
  it.each([
    ["River stands at a 40-year high", "river-stands-at-a-40-year-high"],
    ["  What's  new?\tAt the\nzoo ", "whats-new-at-the-zoo"],
    ["Budget -- and taxes --- again", "budget-and-taxes-again"],
    ["Q&A: The mayor, one year in", "qa-the-mayor-one-year-in"],
    ["“Quoted” — and dashed", "quoted-and-dashed"],
    ["-5° and falling-", "5-and-falling"],
    ["Résumé of a café", "résumé-of-a-café"],
    ["Новости дня", "новости-дня"],
    ["!!!", ""],
  ])("turns %j into %j", (title, slug) => {
    expect(slugify(title)).toBe(slug);
  });

  it("cuts a long title between words, at 200 characters at most", () => {
    expect(slugify(`${"word ".repeat(39)}longer-word`)).toBe("word-".repeat(39).slice(0, -1));
  });

  it("returns letters, digits and single hyphens for any title, and a slug unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (title) => {
        const slug = slugify(title);
        expect(slug).toMatch(/^$|^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
        expect(slug.length).toBeLessThanOrEqual(200);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });
});

describe("toUniqueSlug", () => {
  it.each([
    ["rain", [], "rain"],
    ["rain", ["rain"], "rain-2"],
    ["rain", ["rain", "rain-2", "rain-4"], "rain-3"],
  ])("makes %s unique among %j", (slug, taken, unique) => {
    expect(toUniqueSlug(slug, (candidate) => (taken as string[]).includes(candidate))).toBe(unique);
  });
});
