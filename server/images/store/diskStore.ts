import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { ignoreMissing } from "../../files/missingFiles.ts";
import type { Database } from "../../store/schema/schema.ts";
import { getImageName, removeImageFiles } from "../imageFiles.ts";
import { startDiskBudget } from "./diskBudget.ts";
import type { ImageStore } from "./imageStore.ts";

interface Parts {
  database: Database;
  folder: string;
  maxBytes: number;
  log: Logger;
}

/** Opens a store with all images on this machine's disk. A budget limits their total size. */
export function openDiskStore(parts: Parts): ImageStore {
  const { folder } = parts;
  const budget = startDiskBudget(parts);
  return {
    // Does nothing, since the converter writes the files to their final place.
    put: async () => {},
    read: async (file) => (await readFile(join(folder, getImageName(file))).catch(ignoreMissing)) ?? null,
    load: async () => null,
    delete: ({ key, width }) => removeImageFiles(folder, key, width ?? 0),
    markUsed: ({ key }) => budget.markUsed(key),
    enforceBudget: budget.enforce,
    isAvailable: () => true,
    check: () => ({ ok: true, detail: "on the disk" }),
    close: budget.stop,
  };
}
