import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { listYamlFiles } from "../../editions/yaml/cutTexts.ts";
import { parseYaml } from "../../editions/yaml/yaml.ts";
import { findLine } from "../../editions/yaml/yamlLines.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";

/** A text in a file of an edition. */
export interface EditionText {
  /** Path of the file. */
  file: string;
  readonly line: number;
  /** Keys that lead to the text in its YAML file, joined by dots; "" for a line of a page. */
  path: string;
  text: string;
}

/** Lists all texts in an edition's YAML files and pages. Leaves out samples, which are stories. */
export async function listTexts(folder: string): Promise<EditionText[]> {
  const names = await listYamlFiles(folder);
  const pages = ((await readdir(join(folder, "pages")).catch(ignoreMissing)) ?? []).filter((name) =>
    /^[^.].*\.md$/.test(name),
  );
  const texts: EditionText[] = [];
  for (const name of names) {
    const file = join(folder, name);
    const source = await readFile(file, "utf8");
    // `line` is a getter: finding a line is slow, and only texts with a problem need their line.
    for (const { path, text } of walk(parseYaml(file, source), []))
      texts.push({
        file,
        path: path.join("."),
        text,
        get line() {
          return findLine(source, path);
        },
      });
  }
  for (const name of pages.sort()) {
    const file = join(folder, "pages", name);
    const lines = (await readFile(file, "utf8")).split("\n");
    texts.push(...lines.map((text, index) => ({ file, line: index + 1, path: "", text })));
  }
  return texts;
}

function walk(value: unknown, path: (string | number)[]): { path: (string | number)[]; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, child]) => walk(child, [...path, isList ? Number(key) : key]));
}
