import { expect, it } from "vitest";
import { getNextSlug } from "./nextSlug.ts";

/** Returns a story whose saved title is that of its slug. */
function create(title: string, slug: string, published: { title: string } | null) {
  return { slug, copySlug: slug, copy: { content: { title } }, published };
}

it("gives a story the slug of its title", () => {
  expect(getNextSlug(create("", "untitled-story", null), "The ferry returns")).toBe("the-ferry-returns");
  expect(getNextSlug(create("Rain", "rain", { title: "Rain" }), "Rain again")).toBe("rain-again");
  const scheduled = { ...create("Rain", "rain", null), copy: { content: { title: "Snow" } }, copySlug: "snow-2" };
  expect(getNextSlug(scheduled, "Snow")).toBe("snow-2");
});

it("keeps the slug of a title that gives the same one, also with the number of a second such story", () => {
  expect(getNextSlug(create("Rain", "rain-2", { title: "Rain" }), "Rain!")).toBeNull();
  expect(getNextSlug(create("Rain", "rain-2", null), "Rain")).toBeNull();
  expect(getNextSlug(create("Rain", "rain", { title: "Rain" }), "")).toBeNull();
});
