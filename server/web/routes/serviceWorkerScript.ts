import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Where there is no build, as while the app is being worked on: what an earlier one left on the device goes. */
const GONE = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));`;

/** What a device keeps of the build from the start: scripts, styles, and the faces of English. */
const SHELL = /\.(js|css)$|-latin-wght-(normal|italic)-[\w-]+\.woff2$|\.svg$/;

/**
 * The service worker's script (app/worker), after a line that says which build it belongs to and of which files that
 * consists: with another build it is another script, by which browsers find that there is a newer one.
 *
 * @param folder the built app; null while there is none
 */
export async function openWorkerScript(folder: string | null): Promise<string> {
  if (folder === null) return GONE;
  const code = await readFile(join(folder, "sw.js"), "utf8").catch(() => null);
  if (code === null) return GONE;
  const names = (await readdir(join(folder, "assets"))).filter((name) => SHELL.test(name)).sort();
  const id = createHash("sha256").update(names.join()).update(code).digest("base64url").slice(0, 12);
  return `self.build=${JSON.stringify({ id, files: names.map((name) => `/assets/${name}`) })};\n${code}`;
}
