import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawSkyline, getMotif, MOTIFS, TONES } from "./skyline.ts";

describe("drawSkyline", () => {
  it("draws the same skyline for the same seed and tone in every version", () => {
    // Caches keep skylines for a year: a different drawing needs another URL.
    const svg = drawSkyline("river-stands", "lake");
    expect(svg).toContain(
      '<circle cx="66" cy="56" r="19" fill="#fff" opacity=".75"/><path fill="#8fb8cc" d="M-10 180v-91h14v91z',
    );
    expect(svg.length).toBe(1291);
    expect(MOTIFS.map((motif) => drawSkyline("river-stands", "lake", motif).length)).toEqual([1291, 1107, 1619, 1195]);
  });

  it("picks a motif by the seed among those of the tone, each about as often", () => {
    const motifs = Array.from({ length: 300 }, (_, index) => getMotif(`story-${index}`, "lake"));
    const counts = Map.groupBy(motifs, (motif) => motif);
    expect([...counts.keys()].sort()).toEqual(["bridge", "lakefront", "towers"]);
    for (const found of counts.values()) expect(found.length).toBeGreaterThan(70);
  });

  it("draws another skyline for another seed or tone", () => {
    expect(drawSkyline("a", "lake")).not.toBe(drawSkyline("b", "lake"));
    const drawings = new Set(TONES.map((tone) => drawSkyline("a", tone)));
    expect(drawings.size).toBe(TONES.length);
  });

  it("returns a small, complete document without the text of the seed", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom(...TONES),
        fc.constantFrom(...MOTIFS),
        (seed, tone, motif) => {
          const svg = drawSkyline(seed, tone, motif);
          expect(svg).toMatch(/^<svg [^<>]+>(<(rect|circle|path) [^<>]+\/>)+<\/svg>$/);
          expect(svg.length).toBeLessThan(4000);
        },
      ),
    );
  });
});
