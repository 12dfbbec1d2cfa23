import { describe, expect, it } from "vitest";
import { getImagePath, getWidths, toSrcSet } from "./imageSizes.ts";

describe("getWidths", () => {
  it.each([
    [100, [100]],
    [320, [320]],
    [500, [320, 480, 500]],
    [900, [320, 480, 800, 900]],
    [1280, [320, 480, 800, 1280]],
    [4000, [320, 480, 800, 1280]],
  ])("stores an image of %i px in widths up to its own", (width, widths) => {
    expect(getWidths(width)).toEqual(widths);
  });
});

describe("getImagePath", () => {
  it("returns the largest width up to 800 px", () => {
    expect(getImagePath({ key: "k", width: 1600, height: 900 })).toBe("/pictures/k/800.webp");
    expect(getImagePath({ key: "k", width: 500, height: 600 })).toBe("/pictures/k/500.webp");
  });
});

describe("toSrcSet", () => {
  it("lists all widths with their descriptors", () => {
    expect(toSrcSet({ key: "k", width: 400, height: 300 }, "avif", "https://a.example")).toBe(
      "https://a.example/pictures/k/320.avif 320w, https://a.example/pictures/k/400.avif 400w",
    );
  });
});
