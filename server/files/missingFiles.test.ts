import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { ignoreMissing, ignoreMissingPath } from "./missingFiles.ts";

const FILE = import.meta.filename;

it("ignores missing files only", async () => {
  expect(await readFile(`${FILE}.missing`).catch(ignoreMissing)).toBeUndefined();
  await expect(readFile(import.meta.dirname).catch(ignoreMissing)).rejects.toThrow("EISDIR");
  await expect(readdir(FILE).catch(ignoreMissing)).rejects.toThrow("ENOTDIR");
});

it("ignores files below another file where no folder is expected", async () => {
  expect(await readFile(`${FILE}/edition.yaml`).catch(ignoreMissingPath)).toBeUndefined();
  await expect(readFile(import.meta.dirname).catch(ignoreMissingPath)).rejects.toThrow("EISDIR");
});
