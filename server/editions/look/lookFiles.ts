import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissingFile, readFileInside } from "../../files/filesInside.ts";
import type { Look } from "./lookSchema.ts";
import { loadTypefaceFiles, type TypefaceFiles } from "./typefaces/typefaceFiles.ts";
import { getOwnTypefaces } from "./typefaces/typefaceSchema.ts";

/** Properties of a look's files. */
export interface LookFiles {
  /** Width of the logo divided by its height; undefined if there is no logo. */
  logoRatio?: number;
  /** The edition's own typefaces; empty if it uses shipped ones. */
  typefaces: TypefaceFiles;
}

/** Maximum size of a logo, in bytes. */
const MAX_LOGO_BYTES = 5_000_000;

interface LoadedFiles {
  files: LookFiles;
  /** Error lines, one per file that is missing or has the wrong format. */
  faults: string[];
}

/** Reads the files of a look from the edition's media folder. */
export async function loadLookFiles(folder: string, look: Look): Promise<LoadedFiles> {
  const own = getOwnTypefaces(look);
  const typefaces = own ? await loadTypefaceFiles(folder, own) : { files: {}, faults: [] };
  const { logo } = look.nameplate;
  if (!logo) return { files: { typefaces: typefaces.files }, faults: typefaces.faults };
  const names = [logo.light, logo.dark];
  const ratios = await Promise.all(names.map((name) => readRatio(folder, join("media", name))));
  const wrong = names.filter((_name, index) => !ratios[index]);
  return {
    files: { logoRatio: ratios[0] ?? 1, typefaces: typefaces.files },
    faults: [...typefaces.faults, ...(await Promise.all(wrong.map((name) => describeFault(folder, name))))],
  };
}

/** Returns an SVG file's width divided by its height, from its viewBox; undefined without a valid viewBox. */
async function readRatio(folder: string, file: string): Promise<number | undefined> {
  const bytes = await readFileInside(folder, file, MAX_LOGO_BYTES).catch(ignoreMissingFile);
  const source = bytes?.toString("utf8") ?? "";
  const [tag = ""] = /<svg\b[^<>]*>/.exec(source) ?? [];
  const [, , width, height, ...more] = (/\bviewBox="([^"]*)"/.exec(tag)?.[1] ?? "").trim().split(/\s+/);
  const ratio = more.length === 0 ? Number(width) / Number(height) : Number.NaN;
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined;
}

async function describeFault(folder: string, name: string): Promise<string> {
  const file = join(folder, "edition.yaml");
  const line = (await readFile(file, "utf8")).split("\n").findIndex((line) => line.includes(name)) + 1;
  return `${file}:${line}: found the logo "${name}"; expected an SVG file with a viewBox in ${join(folder, "media")}.`;
}
