import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissingPath } from "../../files/missingFiles.ts";

/** Matches names of files that should be named `edition.yaml`. */
const MISNAMED = /^editions?\.ya?ml(\.txt)?$/i;

/** Returns true for an edition's folder; false for other folders and files. */
export async function hasEditionFile(folder: string): Promise<boolean> {
  return (await stat(join(folder, "edition.yaml")).catch(ignoreMissingPath)) !== undefined;
}

/** Returns a message about a file that should be named `edition.yaml`; undefined if the folder has no such file. */
export async function describeMisnamedFile(folder: string): Promise<string | undefined> {
  // Treats a path that is not a readable folder like an empty folder.
  const names = await readdir(folder).catch(() => []);
  const name = names.find((name) => MISNAMED.test(name));
  return name && `${join(folder, name)}: this file must be named edition.yaml; rename it.`;
}
