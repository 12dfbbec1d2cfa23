import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Look } from "./lookSchema.ts";

/** Measurements of the files that a look names. */
export interface LookFiles {
  /** Width of the logo divided by its height; undefined if there is no logo. */
  logoRatio?: number;
}

interface LoadedFiles {
  files: LookFiles;
  /** Messages, one per file that is missing or not of its format. */
  faults: string[];
}

/** Reads the files of a look from the edition's media folder. */
export async function loadLookFiles(folder: string, { nameplate }: Look): Promise<LoadedFiles> {
  const { logo } = nameplate;
  if (!logo) return { files: {}, faults: [] };
  const ratios = await Promise.all([logo.light, logo.dark].map((name) => readRatio(join(folder, "media", name))));
  const [logoRatio] = ratios;
  if (logoRatio && ratios.every((ratio) => ratio !== undefined)) return { files: { logoRatio }, faults: [] };
  const wrong = [logo.light, logo.dark].filter((_name, index) => !ratios[index]);
  return { files: {}, faults: await Promise.all(wrong.map((name) => describeFault(folder, name))) };
}

/** Returns an SVG file's width divided by its height, from its viewBox; undefined if it has none. */
async function readRatio(path: string): Promise<number | undefined> {
  const source = await readFile(path, "utf8").catch(() => "");
  const [, width, height] = /<svg\b[^>]*\bviewBox="\s*\S+\s+\S+\s+([\d.]+)\s+([\d.]+)\s*"/.exec(source) ?? [];
  const ratio = Number(width) / Number(height);
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined;
}

async function describeFault(folder: string, name: string): Promise<string> {
  const file = join(folder, "edition.yaml");
  const line = (await readFile(file, "utf8")).split("\n").findIndex((line) => line.includes(name)) + 1;
  return `${file}:${line}: found the logo "${name}"; allowed is an SVG file with a viewBox in ${join(folder, "media")}.`;
}
