import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

/**
 * The versions of libraries whose undocumented behavior our code relies on. If one of these fails after an update, check
 * the named files against the new version, then change the version here.
 */
it.each([
  // `renderMeta.streamCache` in the first; the form of the module script in the second.
  ["react-router", "8.4.0", ["app/entry.server.tsx", "server/web/deferModules.ts"]],
])("%s is version %s, which %j were written for", async (name, version) => {
  const { version: installed } = JSON.parse(await readFile(join("node_modules", name, "package.json"), "utf8"));
  expect(installed).toBe(version);
});
