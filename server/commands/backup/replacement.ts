import { cp, lstat, mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ignoreMissing } from "../../files/missingFiles.ts";

/** Replaces files and folders, and can undo the replacements. */
export interface Replacement {
  /** Moves `source` to `target`. First sets aside a file or folder that exists at `target`. */
  put(source: string, target: string): Promise<void>;
  /** Moves a file or folder into the folder for replaced files. Does nothing if the path does not exist. */
  setAside(path: string): Promise<void>;
  /** Returns true if anything was set aside. */
  hasReplaced(): boolean;
  /** Reverts all moves, the last one first. Then deletes the folder for replaced files. */
  undo(): Promise<void>;
}

/** @param replacedFolder folder for replaced files; created when needed */
export function createReplacement(replacedFolder: string): Replacement {
  const undoSteps: (() => Promise<void>)[] = [];
  let hasReplaced = false;

  async function setAside(path: string): Promise<void> {
    if (!(await exists(path))) return;
    const asidePath = join(replacedFolder, basename(dirname(path)), basename(path));
    await mkdir(dirname(asidePath), { recursive: true, mode: 0o700 });
    await move(path, asidePath);
    undoSteps.push(() => move(asidePath, path));
    hasReplaced = true;
  }

  return {
    setAside,
    async put(source, target) {
      await setAside(target);
      await move(source, target);
      undoSteps.push(() => rm(target, { recursive: true }));
    },
    hasReplaced: () => hasReplaced,
    async undo() {
      for (const step of undoSteps.toReversed()) await step();
      await rm(replacedFolder, { recursive: true, force: true });
    },
  };
}

export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(ignoreMissing)) !== undefined;
}

async function move(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    // Renaming fails between file systems, and the editions and the store may be on different ones. If so, copies.
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await cp(source, target, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await rm(source, { recursive: true });
  }
}
