import { expect, it } from "vitest";
import { countSideCards, getSectionShape } from "./Card.tsx";

const image = { key: "k", width: 640, height: 360, alt: "", caption: "", credit: "" };
const stories = (...photos: number[]) =>
  Array.from({ length: 8 }, (_, i) => ({ image: photos.includes(i) ? image : null }));

it.each([
  [[], 4],
  [[0, 5], 4],
  [[4], 2],
  [[1, 2], 2],
])("with photos at %j, puts %i cards beside the large one", (photos, count) => {
  expect(countSideCards(stories(...photos))).toBe(count);
});

it("has a large card, then those beside it, then those below", () => {
  expect([0, 1, 2, 3].map((index) => getSectionShape(index, 2))).toEqual(["top", "side", "side", "grid"]);
});
