import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getContrast, toOklch } from "../../../core/color/oklch.ts";
import { accentSchema, DEFAULT_ACCENT, deriveTints, getAccent } from "./accent.ts";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("accentSchema", () => {
  it("derives the dark theme's color, of the same hue", () => {
    const { light, dark } = getAccent({ accent: accentSchema.parse("#0B6E4F") });
    expect(light).toBe("#0b6e4f");
    expect(toOklch(dark).hue).toBeCloseTo(toOklch(light).hue, 0);
    expect(getContrast(dark, "#191e21")).toBeGreaterThan(4.5);
  });

  it("rejects a color without contrast and names the nearest, which it accepts", () => {
    const { error } = accentSchema.safeParse("#ffd100");
    const [issue, ...more] = error?.issues ?? [];
    expect(more).toEqual([]);
    expect(issue?.message).toMatch(/^a color with a contrast of 4\.5:1 on light surfaces, where #ffd100 has 1\.\d:1; /);
    const nearest = /the nearest is "(#\w+)"/.exec(issue?.message ?? "")?.[1] ?? "";
    expect(accentSchema.parse(nearest)?.light).toBe(nearest);
    expect(accentSchema.parse({ light: nearest, dark: "#ffd100" })).toEqual({ light: nearest, dark: "#ffd100" });
  });

  it("rejects a dark theme's color that is too dark", () => {
    const { error } = accentSchema.safeParse({ light: "#0b6e4f", dark: "#0b6e4f" });
    expect(error?.issues[0]?.message).toMatch(/on dark surfaces, where #0b6e4f has 2\.\d:1; the nearest is "#/);
  });

  it("takes the default accent for none", () => {
    expect(accentSchema.parse(DEFAULT_ACCENT)).toBeUndefined();
    expect(accentSchema.parse(DEFAULT_ACCENT.light)?.light).toBe(DEFAULT_ACCENT.light);
  });
});

describe("deriveTints", () => {
  it("keeps text and errors legible, whatever the accent", () => {
    fc.assert(
      fc.property(color, (light) => {
        const tints = deriveTints({ light, dark: light });
        for (const [text, surface] of [
          ["#59636c", "wash-on-light"],
          ["#9aa5ad", "wash-on-dark"],
          ["#9aa5ad", "footer-on-light"],
          ["#9aa5ad", "footer-on-dark"],
        ] as const)
          expect(getContrast(text, tints[surface])).toBeGreaterThan(4.5);
        for (const [error, surface] of [
          ["error-on-light", "#eceff1"],
          ["error-on-dark", "#191e21"],
        ] as const)
          expect(getContrast(tints[error], surface)).toBeGreaterThan(4.5);
      }),
    );
  });
});
