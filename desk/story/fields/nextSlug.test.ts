import { expect, it } from "vitest";
import { copySchema } from "../../../server/stories/copyContent.ts";
import { getNextSlug } from "./nextSlug.ts";

const published = (title: string) => copySchema.parse({ title });

it("gives a story the slug of its title", () => {
  expect(getNextSlug({ slug: "untitled-story", published: null }, "The ferry returns")).toBe("the-ferry-returns");
  expect(getNextSlug({ slug: "rain", published: published("Rain") }, "Rain again")).toBe("rain-again");
});

it("keeps the slug of a title that gives the same one, also with the number of a second such story", () => {
  expect(getNextSlug({ slug: "rain-2", published: published("Rain") }, "Rain!")).toBeNull();
  expect(getNextSlug({ slug: "rain", published: published("Rain") }, "")).toBeNull();
});
