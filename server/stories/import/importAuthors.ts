import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dump } from "js-yaml";
import { slugify } from "../../../core/slug.ts";
import { mediaFile } from "../../editions/fields.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { authorsFileSchema } from "../../editions/schema/authors.ts";
import { EditionError, readYaml } from "../../editions/yaml/yaml.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import type { FileImport } from "./importImages.ts";
import type { Remark } from "./remarks.ts";
import type { ImportedAuthor } from "./storyExport.ts";

/** Name of the file with the authors, in the edition's folder. */
const FILE = "authors.yaml";

/**
 * Adds authors who have a biography or a picture to the edition's `authors.yaml`. Skips authors whom the edition
 * already lists.
 *
 * @param addRemark called with each remark about an author
 * @returns the number of added authors
 */
export async function importAuthors(
  authors: readonly ImportedAuthor[],
  edition: Pick<Edition, "authors" | "folder">,
  copyFile: (url: string) => Promise<FileImport>,
  mayWrite: boolean,
  addRemark: (name: string, remark: Remark) => void,
): Promise<number> {
  const path = join(edition.folder, FILE);
  const present = (await readFile(path, "utf8").catch(ignoreMissing)) ?? "";
  const known = new Set(edition.authors.map(({ slug }) => slug));
  const items: Record<string, string>[] = [];
  for (const { name, bio, picture } of authors) {
    if ((bio === "" && picture === "") || slugify(name) === "" || known.has(slugify(name))) continue;
    known.add(slugify(name));
    const copied = picture === "" ? null : await copyFile(picture);
    if (copied && "reason" in copied)
      addRemark(name, { kind: "file", text: `the picture ${picture} ${copied.reason}` });
    const { data: file } = mediaFile.safeParse(copied && "url" in copied ? copied.url.replace("/media/", "") : "");
    const biography = bio.replace(/\s+/g, " ").trim();
    if (biography || file) items.push({ name, ...(biography && { biography }), ...(file && { picture: file }) });
  }
  if (items.length === 0) return 0;
  const text = present.trim() === "" ? dump({ authors: items }, { lineWidth: -1 }) : append(present, items);
  try {
    readYaml(path, text, authorsFileSchema);
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    for (const { name = "" } of items)
      addRemark(name, { kind: "author", text: `can't be added to ${FILE}: ${error.message}` });
    return 0;
  }
  if (mayWrite) await writeFile(path, text);
  return items.length;
}

/** Adds items to the end of a YAML file that contains only one list. Leaves the rest of the file unchanged. */
function append(text: string, items: readonly Record<string, string>[]): string {
  const indent = /^( *)- /m.exec(text)?.[1] ?? "  ";
  const begun = text.replace(/^authors: *\[ *\] *$/m, "authors:");
  const lines = dump(items, { lineWidth: -1 }).trimEnd().split("\n");
  return `${begun.trimEnd()}\n${lines.map((line) => indent + line).join("\n")}\n`;
}
