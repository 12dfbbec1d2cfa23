import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { chooseCompileCache } from "./compileCache.js";

const isRoot = process.getuid?.() === 0;

let folder: string;
let root: string;
let home: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "broadsheet-"));
  [root, home] = [join(folder, "project"), join(folder, "home")];
  await mkdir(join(root, "node_modules"), { recursive: true });
  await mkdir(home);
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * Makes a folder look like another user's. If the tests run as root, gives the folder to another owner; otherwise
 * removes the permission to write.
 */
const close = (path: string) => (isRoot ? chown(path, 65_534, 65_534) : chmod(path, 0o500));
const choose = () => chooseCompileCache(root, { HOME: home }).NODE_COMPILE_CACHE;

it("caches compiled modules beside packages that are this user's", () => {
  expect(choose()).toBe(join(root, "node_modules/.cache/compiled"));
});

it("caches them in the user's home beside packages that another user installed, or nowhere", async () => {
  await close(join(root, "node_modules"));
  expect(choose()).toBe(join(home, ".cache/broadsheet/compiled"));
  await close(home);
  expect(choose()).toBeUndefined();
});
