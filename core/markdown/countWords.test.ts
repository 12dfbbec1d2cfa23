import { expect, it } from "vitest";
import { countWords } from "./countWords.ts";

it.each([
  [
    "signs of Markdown",
    "## Who *sails*\n\n- On**board** — 18,204\n- [The ferry](https://ferry.example/a) [^1]\n\n[^1]: A note.",
    8,
  ],
  ["texts of images", 'One.\n\n![A gate at dusk](/a.jpg "The gate")\n\nTwo.', 2],
  ["rules and edges of tables", "| Stop | Boats |\n| --- | ---: |\n| Pier | 2 |\n\n---\n", 4],
  ["lines as spaces", "One\ntwo\\\nthree\n\n```quote\nFour five\n```\n", 5],
  ["an empty text", "", 0],
])("counts the words that readers see: %s", (_name, body, count) => {
  expect(countWords(body)).toBe(count);
});
