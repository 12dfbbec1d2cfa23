import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawSkyline, TONES } from "./skyline.ts";

describe("drawSkyline", () => {
  it("draws the same skyline for the same seed and tone in every version", () => {
    // Caches keep skylines for a year: a different drawing needs another URL.
    const svg = drawSkyline("river-stands", "lake");
    expect(svg).toContain(
      '<circle cx="66" cy="56" r="19" fill="#fff" opacity=".75"/><path fill="#8fb8cc" d="M-10 180v-91h14v91z',
    );
    expect(svg.length).toBe(1291);
  });

  it("draws another skyline for another seed or tone", () => {
    expect(drawSkyline("a", "lake")).not.toBe(drawSkyline("b", "lake"));
    const drawings = new Set(TONES.map((tone) => drawSkyline("a", tone)));
    expect(drawings.size).toBe(TONES.length);
  });

  it("returns a small, complete document without the text of the seed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...TONES), (seed, tone) => {
        const svg = drawSkyline(seed, tone);
        expect(svg).toMatch(/^<svg [^<>]+>(<(rect|circle|path) [^<>]+\/>)+<\/svg>$/);
        expect(svg.length).toBeLessThan(4000);
      }),
    );
  });
});
