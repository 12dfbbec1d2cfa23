/**
 * `node tools/fonts.ts` creates the committed fonts from the fontsource packages:
 *
 * - app/styles/fonts/: WOFF2 for the first page, with the characters of Western European languages and the weights that
 *   pages use. The rest of the fonts loads when a story needs it.
 * - server/images/drawn/fonts/: TrueType files of one weight for drawn images, one per subset, with kerning and
 *   ligatures. Newsreader has optical size 40, which is made for headlines.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

/** The same as in app/styles/fonts.css: Basic Latin, Latin-1, and the punctuation of newspapers. */
const FIRST_PAGE_CHARACTERS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„•…‹›€™−`;
const FIRST_PAGE_WEIGHTS = { wght: { min: 400, max: 700 } };
const SUBSETS = ["latin", "latin-ext", "vietnamese"];
const DRAWN: { name: string; file: string; axes: Record<string, number> }[] = [
  { name: "newsreader", file: "standard", axes: { wght: 400, opsz: 40 } },
  { name: "newsreader", file: "standard", axes: { wght: 600, opsz: 40 } },
  { name: "newsreader", file: "standard", axes: { wght: 700, opsz: 40 } },
  { name: "libre-franklin", file: "wght", axes: { wght: 700 } },
];
const DRAWN_FOLDER = "server/images/drawn/fonts";

const { resolve } = createRequire(import.meta.url);

for (const name of ["newsreader", "libre-franklin"])
  await write(
    `app/styles/fonts/${name}.woff2`,
    await subsetFont(await readSource(name, "latin", "wght"), FIRST_PAGE_CHARACTERS, {
      targetFormat: "woff2",
      variationAxes: FIRST_PAGE_WEIGHTS,
    }),
  );

await mkdir(DRAWN_FOLDER, { recursive: true });
for (const { name, file, axes } of DRAWN)
  for (const subset of SUBSETS)
    await write(
      `${DRAWN_FOLDER}/${name}-${axes.wght}-${subset}.ttf`,
      await subsetFont(await readSource(name, subset, file), undefined, {
        targetFormat: "truetype",
        keepAllGlyphs: true,
        noHinting: true,
        keepFeatures: ["kern", "liga", "ccmp", "locl", "mark", "mkmk"],
        variationAxes: axes,
      }),
    );

function readSource(name: string, subset: string, axes: string): Promise<Buffer> {
  return readFile(resolve(`@fontsource-variable/${name}/files/${name}-${subset}-${axes}-normal.woff2`));
}

async function write(file: string, font: Buffer): Promise<void> {
  await writeFile(file, font);
  process.stdout.write(`${file}: ${font.length} bytes\n`);
}

function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
