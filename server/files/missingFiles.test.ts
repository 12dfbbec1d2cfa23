import { mkdtempDisposable, readdir, readFile, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hasEntry, ignoreMissing, ignoreMissingPath } from "./missingFiles.ts";

const FILE = import.meta.filename;

it("ignores missing files only", async () => {
  expect(await readFile(`${FILE}.missing`).catch(ignoreMissing)).toBeUndefined();
  await expect(readFile(import.meta.dirname).catch(ignoreMissing)).rejects.toThrow("EISDIR");
  await expect(readdir(FILE).catch(ignoreMissing)).rejects.toThrow("ENOTDIR");
});

it("tells a missing entry from one that can't be reached", async () => {
  expect([hasEntry(FILE), hasEntry(`${FILE}.missing`), hasEntry(`${FILE}/below`)]).toEqual([true, false, false]);
  await using folder = await mkdtempDisposable(join(tmpdir(), "files-"));
  await symlink("circle", join(folder.path, "circle"));
  expect(() => hasEntry(join(folder.path, "circle"))).toThrow("ELOOP");
});

it("ignores files below another file where no folder is expected", async () => {
  expect(await readFile(`${FILE}/edition.yaml`).catch(ignoreMissingPath)).toBeUndefined();
  await expect(readFile(import.meta.dirname).catch(ignoreMissingPath)).rejects.toThrow("EISDIR");
});
