import { expect, it } from "vitest";
import { getMarkedTitle, getWriter } from "./byline.ts";

it("marks the title of a story with a label, and of no other story", () => {
  expect(getMarkedTitle({ title: "Kites return", mark: "Sample story" })).toBe("Sample story: Kites return");
  expect(getMarkedTitle({ title: "Kites return" })).toBe("Kites return");
});

it("names a writer only if the feed names one besides the publisher", () => {
  expect(getWriter({ author: "Ann Lee", source: "NPR" }, "Staff Writer")).toBe("Ann Lee");
  expect(getWriter({ author: "NPR", source: "NPR" }, "Staff Writer")).toBeNull();
  expect(getWriter({ author: "Staff Writer", source: null }, "Staff Writer")).toBeNull();
});
