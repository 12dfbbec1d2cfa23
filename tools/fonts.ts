/**
 * `node tools/fonts.ts`: makes app/styles/fonts/ from the whole fonts: the letters and signs of Western European languages,
 * and the weights that the pages use. Whatever else a story has comes from the whole fonts, which load when it does.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const FONTS = [
  { name: "newsreader", file: "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2" },
  {
    name: "libre-franklin",
    file: "@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2",
  },
];
const LIGHTEST = 400;
const HEAVIEST = 700;
/** The same as in app/styles/fonts.css: Basic Latin, Latin-1, and the signs of newspapers. */
const CHARACTERS = [...range(0x20, 0x7e), ...range(0xa0, 0xff)].map((code) => String.fromCodePoint(code)).join("");
const SIGNS = "–—‘’‚“”„•…‹›€™−";

const { resolve } = createRequire(import.meta.url);
for (const { name, file } of FONTS) {
  const whole = await readFile(resolve(file));
  const part = await subsetFont(whole, CHARACTERS + SIGNS, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: LIGHTEST, max: HEAVIEST } },
  });
  await writeFile(`app/styles/fonts/${name}.woff2`, part);
  process.stdout.write(`${name}: ${whole.length} bytes, ${part.length} of them for the first page\n`);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
