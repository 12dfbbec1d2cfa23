import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { skylinePath } from "./addresses.ts";
import { getMotif, TONES } from "./motifs.ts";
import { drawPanorama, drawScenery, drawSkyline, findPalette, MOTIFS } from "./skyline.ts";

describe("drawSkyline", () => {
  it("draws the same skyline for the same seed and tone in every version", () => {
    // Caches keep each skyline for a year, so a changed drawing needs a new URL.
    const svg = drawSkyline("river-stands", "lake");
    expect(svg).toContain(
      '<circle cx="66" cy="56" r="19" fill="#fff" opacity=".75"/><path fill="#8fb8cc" d="M-10 180v-91h14v91z',
    );
    expect(
      Object.fromEntries(MOTIFS.map((motif) => [motif, drawSkyline("river-stands", "lake", { motif }).length])),
    ).toEqual({
      towers: 3378,
      bridge: 2113,
      elevated: 3063,
      lakefront: 2099,
      sailboats: 2140,
      isthmus: 2065,
      farm: 2272,
      turbines: 2520,
      ridges: 1661,
      village: 1685,
      cranes: 2113,
      lighthouse: 2023,
      rowhouses: 1766,
      mainstreet: 2257,
    });
  });

  it("picks a motif by the seed among those of the tone, each about as often", () => {
    const motifs = Array.from({ length: 300 }, (_, index) => getMotif(`story-${index}`, "lake"));
    const counts = Map.groupBy(motifs, (motif) => motif);
    expect([...counts.keys()].sort()).toEqual(["bridge", "lakefront", "towers"]);
    for (const found of counts.values()) expect(found.length).toBeGreaterThan(70);
  });

  it("draws the scenes of an edition's landscape, in the edition's colors", () => {
    const motifs = Array.from({ length: 40 }, (_, index) => getMotif(`story-${index}`, "steel", "harbor"));
    expect([...new Set(motifs)].sort()).toEqual(["cranes", "lighthouse"]);
    const colors = "d5e8e4-8fbdb4-3d7f78-123f3c";
    expect(skylinePath("a", "steel", { landscape: "harbor", colors })).toMatch(
      /^\/scenes\/d5e8e4-8fbdb4-3d7f78-123f3c\/(cranes|lighthouse)\/a\.svg$/,
    );
    const svg = drawScenery("a", "steel", { landscape: "harbor", colors });
    for (const color of ["#d5e8e4", "#3d7f78", "#123f3c"]) expect(svg).toContain(color);
    expect(svg).not.toContain("#e2e5e8");
    expect(drawPanorama("a", "steel", { landscape: "harbor", colors })).toContain('fill="#3d7f78"');
    expect(["javascript:", "d5e8e4", "toString"].map(findPalette)).toEqual([undefined, undefined, undefined]);
  });

  it("draws another skyline for another seed or tone", () => {
    expect(drawSkyline("a", "lake")).not.toBe(drawSkyline("b", "lake"));
    const drawings = new Set(TONES.map((tone) => drawSkyline("a", tone)));
    expect(drawings.size).toBe(TONES.length);
  });

  it("draws a scene for a strip, which fills all of its width", () => {
    for (const motif of MOTIFS) {
      const svg = drawSkyline("river-stands", "lake", { motif, isWide: true });
      expect(svg).toContain('viewBox="0 0 900 180"');
      const starts = Array.from(svg.matchAll(/M(-?\d+)/g), ([, x]) => Number(x));
      for (const third of [0, 300, 600]) expect(starts.some((x) => x >= third && x < third + 300)).toBe(true);
    }
  });

  it("returns a small, complete document without the text of the seed", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom(...TONES),
        fc.constantFrom(...MOTIFS),
        (seed, tone, motif) => {
          const svg = drawSkyline(seed, tone, { motif });
          expect(svg).toMatch(
            /^<svg [^<>]+><style>[^<>]+<\/style>(<g [^<>]+>|<\/g>|<(rect|circle|path) [^<>]+\/>)+<\/svg>$/,
          );
          expect(svg).not.toContain("NaN");
          expect(svg.length).toBeLessThan(4000);
        },
      ),
    );
  });
});
