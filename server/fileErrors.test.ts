import { mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { expect, it } from "vitest";
import { explainFileError } from "./fileErrors.ts";

function explain(run: () => unknown): string | null {
  try {
    run();
  } catch (error) {
    return explainFileError(error);
  }
  return "no error";
}

it("explains errors of the file system with path and remedy", () => {
  expect(explain(() => readFileSync("/nowhere/a"))).toBe(
    "/nowhere/a: there is no such file or folder. Check the path, and create the folder. (ENOENT)",
  );
  expect(explain(() => renameSync("/nowhere/a", "/nowhere/b"))).toMatch(/^\/nowhere\/a to \/nowhere\/b: there is no/);
  expect(explain(() => mkdirSync("/dev/null/folder"))).toMatch(/^\/dev\/null\/folder: a part of this path is a file/);
  expect(explain(() => writeSync(openSync("/dev/full", "w"), "x"))).toMatch(/^A file: no space is left on the disk\./);
});

it("does not explain other errors", () => {
  expect(explain(() => JSON.parse("{"))).toBeNull();
  expect(
    explainFileError(Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" })),
  ).toBeNull();
});
