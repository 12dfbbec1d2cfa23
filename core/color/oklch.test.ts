import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adjustContrast, getContrast, toHex, toOklch } from "./oklch.ts";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("toOklch and toHex", () => {
  it("converts the colors of CSS Color 4's examples", () => {
    const { lightness, chroma, hue } = toOklch("#ff0000");
    expect([lightness.toFixed(3), chroma.toFixed(3), hue.toFixed(1)]).toEqual(["0.628", "0.258", "29.2"]);
    expect(toHex({ lightness: 0.40101, chroma: 0.12332, hue: 21.555 })).toBe("#7d2329");
  });

  it("returns the same color after a conversion there and back", () => {
    fc.assert(
      fc.property(color, (hex) => {
        expect(toHex(toOklch(hex))).toBe(hex);
      }),
    );
  });

  it("lowers the chroma of a color that screens cannot show", () => {
    const shown = toOklch(toHex({ lightness: 0.7, chroma: 0.4, hue: 150 }));
    expect(shown.lightness).toBeCloseTo(0.7, 2);
    expect(shown.hue).toBeCloseTo(150, 0);
    expect(shown.chroma).toBeLessThan(0.25);
  });
});

describe("adjustContrast", () => {
  it("measures contrast as WCAG does", () => {
    expect(getContrast("#000000", "#ffffff")).toBe(21);
    expect(getContrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it("returns a color that passes unchanged, and else the nearest that passes", () => {
    const light = { surfaces: ["#ffffff"], min: 4.5, toward: "darker" } as const;
    expect(adjustContrast("#c8102e", light)).toBe("#c8102e");
    const nearest = adjustContrast("#ffd100", light);
    expect(getContrast(nearest, "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(getContrast(nearest, "#ffffff")).toBeLessThan(4.6);
    expect(toOklch(nearest).hue).toBeCloseTo(toOklch("#ffd100").hue, -1);
  });

  it("passes for every color on light and on dark surfaces", () => {
    fc.assert(
      fc.property(color, (hex) => {
        const dark = adjustContrast(hex, { surfaces: ["#ffffff", "#eceff1"], min: 4.5, toward: "darker" });
        const light = adjustContrast(hex, { surfaces: ["#111416", "#191e21"], min: 4.5, toward: "lighter" });
        expect(getContrast(dark, "#eceff1")).toBeGreaterThanOrEqual(4.5);
        expect(getContrast(light, "#191e21")).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
