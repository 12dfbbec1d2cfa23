/**
 * `node tools/fonts.ts` creates the committed fonts from the fontsource packages:
 *
 * - app/styles/fonts/: WOFF2 files for the first page, with the characters, weights and features that nearly every page
 *   uses, and files with the other characters of Western European languages. Other fonts load when a story needs them.
 * - server/images/drawn/fonts/: TrueType files of one weight for drawn images, one per subset, with kerning and
 *   ligatures. Newsreader has optical size 40, which is made for headlines.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

/**
 * Basic Latin, the punctuation of newspapers, and characters of Latin-1 that several recorded feeds contain. "Â" and
 * "Ã" are included since some feeds contain mojibake, such as "Â£".
 */
const COMMON = `${listCharacters(0x20, 0x7e)}\u00a0–—‘’‚“”„•…‹›€™−¡¢£§©«®°·»¼½¾¿ÁÂÃÉÍÑÓÖÜÚ×ßàáâãäåçèéêëíîïñóôöøúûü`;
/** Characters of each file, by the suffix of its name. app/styles/fonts.css loads the files for these characters. */
const FIRST_PAGE: Record<string, string> = {
  "": COMMON,
  "-latin-1": [...listCharacters(0xa1, 0xff)].filter((character) => !COMMON.includes(character)).join(""),
};
const FIRST_PAGE_OPTIONS = {
  targetFormat: "woff2",
  variationAxes: { wght: { min: 400, max: 700 } },
  keepFeatures: ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "lnum", "pnum", "tnum"],
} as const;
const SUBSETS = ["latin", "latin-ext", "vietnamese"];
const DRAWN: { name: string; file: string; axes: Record<string, number> }[] = [
  { name: "newsreader", file: "standard", axes: { wght: 400, opsz: 40 } },
  { name: "newsreader", file: "standard", axes: { wght: 600, opsz: 40 } },
  { name: "newsreader", file: "standard", axes: { wght: 700, opsz: 40 } },
  { name: "libre-franklin", file: "wght", axes: { wght: 600 } },
  { name: "libre-franklin", file: "wght", axes: { wght: 700 } },
];
const DRAWN_FOLDER = "server/images/drawn/fonts";

const { resolve } = createRequire(import.meta.url);

for (const name of ["newsreader", "libre-franklin"])
  for (const [suffix, characters] of Object.entries(FIRST_PAGE))
    await writeFont(
      `app/styles/fonts/${name}${suffix}.woff2`,
      await subsetFont(await readSource(name, "latin", "wght"), characters, { ...FIRST_PAGE_OPTIONS }),
    );

await mkdir(DRAWN_FOLDER, { recursive: true });
for (const { name, file, axes } of DRAWN)
  for (const subset of SUBSETS)
    await writeFont(
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

async function writeFont(file: string, font: Buffer): Promise<void> {
  await writeFile(file, font);
  process.stdout.write(`${file}: ${font.length} bytes\n`);
}

function listCharacters(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
