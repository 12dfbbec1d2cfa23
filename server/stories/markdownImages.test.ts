import { expect, it } from "vitest";
import { listMarkdownImages, replaceMarkdownImages } from "./markdownImages.ts";

it.each([
  ["![A gate](gate.jpg)", ["gate.jpg"]],
  [
    '![A gate](<the gate.jpg> "The gate") and ![](https://a.example/b.jpg)',
    ["the gate.jpg", "https://a.example/b.jpg"],
  ],
  ["[![A gate](gate.jpg)](/gate)", ["gate.jpg"]],
  ["![one ![two](two.jpg)", ["two.jpg"]],
  ["[a link](page) and ![text] (not.jpg)", []],
  ["![A gate](gate.jpg", []],
])("finds the images of %j", (body, paths) => {
  expect(listMarkdownImages(body)).toEqual(paths);
});

it("replaces images and leaves the rest of the text", () => {
  const body = 'One ![a](b.jpg "c") [link](b.jpg) ![d](<e f.jpg>).';
  expect(replaceMarkdownImages(body, ({ before, path, after }) => `${before}/${path}${after}`)).toBe(
    'One ![a](/b.jpg "c") [link](b.jpg) ![d](/e f.jpg).',
  );
});

// Guards against quadratic time: with a regular expression, 100 kB took 27 s.
it.each(["![", "](", "![a](", "![a](b ", "![](<"])("reads a text of repeated %j once", (part) => {
  const body = part.repeat(50_000);
  expect(replaceMarkdownImages(body, () => "")).toBe(body);
});
