import { expect, it } from "vitest";
import { countReadMinutes } from "./countReadMinutes.ts";

const words = (count: number) => `<p>${"word ".repeat(count)}</p>`;

it("rounds to the nearest minute, and to one at least", () => {
  expect(countReadMinutes("")).toBe(1);
  expect(countReadMinutes(words(340))).toBe(1);
  expect(countReadMinutes(words(350))).toBe(2);
  expect(countReadMinutes(words(1150))).toBe(5);
});

it("counts words, and neither markup nor captions", () => {
  const figure = `<figure><img src="/a.jpg" alt="${"word ".repeat(400)}"><figcaption>${"word ".repeat(400)}</figcaption></figure>`;
  expect(countReadMinutes(words(200) + figure)).toBe(1);
});
