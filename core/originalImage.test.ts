import { expect, it } from "vitest";
import { findOriginal, removeSize } from "./originalImage.ts";

const BLOX = "https://bloximages.example/ledger.example/content/tncms/assets/v3/editorial/a/ab/river.image.jpg";

it.each([
  [
    "https://paper.example/wp-content/uploads/2026/11/river-150x150.jpg",
    150,
    "https://paper.example/wp-content/uploads/2026/11/river.jpg",
  ],
  [`${BLOX}?resize=300%2C223`, 300, BLOX],
  [`${BLOX}?crop=1%2C2&resize=200%2C149&order=crop`, 200, `${BLOX}?crop=1%2C2&order=crop`],
  ["https://1.bp.blogspot.com/-x/a/b/s72-c/river.jpg", 72, "https://1.bp.blogspot.com/-x/a/b/s1600/river.jpg"],
  [
    "https://blogger.googleusercontent.com/img/a/AbC=s72-c",
    72,
    "https://blogger.googleusercontent.com/img/a/AbC=s1600",
  ],
])("finds the original of %s, which is %i pixels wide", (url, thumbnailWidth, original) => {
  expect(findOriginal(url)).toEqual({ url: original, thumbnailWidth });
});

it.each([
  "https://paper.example/uploads/river.jpg",
  // This image may be a large copy, or an original: the names of some originals also end in a size.
  "https://paper.example/uploads/river-1200x800.jpg",
  "https://paper.example/uploads/river-150x150",
  "https://paper.example/s72-c/river.jpg",
  `${BLOX}?resize=1200%2C900`,
  "no address",
])("finds no original of %s", (url) => {
  expect(findOriginal(url)).toBeNull();
});

it.each([
  [
    "https://paper.example/river.jpg",
    "https://paper.example/river-300x200.jpg",
    "https://paper.example/river-2048x1365.jpg",
  ],
  [BLOX, `${BLOX}?resize=300%2C223`, `${BLOX}?resize=1200%2C900`],
  ["https://1.bp.blogspot.com/-x/s1600/river.jpg", "https://1.bp.blogspot.com/-x/s72-c/river.jpg"],
  ["https://ghost.example/content/images/river.jpg", "https://ghost.example/content/images/size/w600/river.jpg"],
])("gives all sizes of %s the same address", (original, ...sizes) => {
  for (const size of sizes) expect(removeSize(size)).toBe(original);
  expect(removeSize(original)).toBe(original);
});

it("keeps the addresses of different images apart", () => {
  const addresses = ["https://paper.example/a-1.jpg", "https://paper.example/a-2.jpg?v=1", "own:media/a", "no address"];
  expect(addresses.map(removeSize)).toEqual(addresses);
});
