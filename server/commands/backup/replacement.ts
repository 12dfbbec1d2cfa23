import { cp, lstat, mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Puts files in the places of others, and can put everything back. */
export interface Replacement {
  /** Moves a file or folder to a place, and what is there into the folder for what was replaced. */
  put(source: string, target: string): Promise<void>;
  /** Moves a file or folder, if there is one, into the folder for what was replaced. */
  setAside(path: string): Promise<void>;
  /** Tells if anything was replaced. */
  hasReplaced(): boolean;
  /** Undoes all moves, the last one first. */
  undo(): Promise<void>;
}

/** @param kept the folder for what was replaced; created when it is needed */
export function createReplacement(kept: string): Replacement {
  const undoSteps: (() => Promise<void>)[] = [];
  let hasReplaced = false;

  async function setAside(path: string): Promise<void> {
    if (!(await exists(path))) return;
    const place = join(kept, basename(dirname(path)), basename(path));
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await move(path, place);
    undoSteps.push(() => move(place, path));
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
      await rm(kept, { recursive: true, force: true });
    },
  };
}

export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

async function move(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    // The editions may be on another file system than the store.
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await cp(source, target, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await rm(source, { recursive: true });
  }
}
