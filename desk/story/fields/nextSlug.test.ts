import { expect, it } from "vitest";
import { getNextSlug } from "./nextSlug.ts";

it("gives a story the slug of its title", () => {
  expect(getNextSlug({ slug: "untitled-story", published: null }, "The ferry returns")).toBe("the-ferry-returns");
  expect(getNextSlug({ slug: "rain", published: { title: "Rain" } }, "Rain again")).toBe("rain-again");
});

it("keeps the slug of a title that gives the same one, also with the number of a second such story", () => {
  expect(getNextSlug({ slug: "rain-2", published: { title: "Rain" } }, "Rain!")).toBeNull();
  expect(getNextSlug({ slug: "rain", published: { title: "Rain" } }, "")).toBeNull();
});
