import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { trueTypeFrom } from "./woff2.ts";

/** One of our two faces, as the drawing library knows it. */
export interface Typeface {
  /** The name that stands inside the font. */
  family: string;
  file: string;
}

export interface Typefaces {
  serif: Typeface;
  sans: Typeface;
}

/**
 * Makes our own two faces known to the drawing library, so that a card looks the same on every machine, one without any
 * fonts included. They are the files that browsers are sent, unpacked.
 *
 * @param folder where the unpacked files are kept
 */
export async function openTypefaces(folder: string): Promise<Typefaces> {
  await mkdir(folder, { recursive: true });
  const serif = await open("newsreader", "Newsreader 16pt 16pt");
  const sans = await open("libre-franklin", "Libre Franklin Thin");
  return { serif, sans };

  async function open(name: string, family: string): Promise<Typeface> {
    // The file that was named last is the one that is asked first: letters beyond English come from the other.
    const files = [await unpack(name, "latin-ext"), await unpack(name, "latin")];
    for (const fontfile of files) await sharp({ text: { text: "A", font: family, fontfile } }).toBuffer();
    return { family, file: files.at(-1) ?? "" };
  }

  async function unpack(name: string, letters: string): Promise<string> {
    const path = `@fontsource-variable/${name}/files/${name}-${letters}-wght-normal.woff2`;
    const bytes = trueTypeFrom(await readFile(fileURLToPath(import.meta.resolve(path))));
    const file = join(folder, `${name}-${letters}.ttf`);
    // Another process may be drawing from the file: it is replaced in one step.
    const aside = `${file}.${process.pid}.part`;
    await writeFile(aside, bytes);
    await rename(aside, file);
    return file;
  }
}
