import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawSkyline, TONES } from "./skyline.ts";

describe("drawSkyline", () => {
  it("draws the same for the same seed and tone, for ever", () => {
    // Caches keep these drawings for a year: a change here needs a new address for all of them.
    const svg = drawSkyline("river-stands", "lake");
    expect(svg).toContain(
      '<circle cx="66" cy="56" r="19" fill="#fff" opacity=".75"/><path fill="#8fb8cc" d="M-10 180v-91h14v91z',
    );
    expect(svg.length).toBe(1291);
  });

  it("draws another for another seed, and in other colors for another tone", () => {
    expect(drawSkyline("a", "lake")).not.toBe(drawSkyline("b", "lake"));
    const drawings = new Set(TONES.map((tone) => drawSkyline("a", tone)));
    expect(drawings.size).toBe(TONES.length);
  });

  it("is a small whole document that holds nothing of the seed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...TONES), (seed, tone) => {
        const svg = drawSkyline(seed, tone);
        expect(svg).toMatch(/^<svg [^<>]+>(<(rect|circle|path) [^<>]+\/>)+<\/svg>$/);
        expect(svg.length).toBeLessThan(4000);
      }),
    );
  });
});
