import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Sent without a build, as in development: removes the worker and the caches that an earlier build left on the device. */
const UNREGISTER = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));`;

/** Files of the build that the worker caches at installation: scripts, styles, icons and the Latin fonts. */
const CACHED_FILES = /\.(js|css)$|-latin-wght-(normal|italic)-[\w-]+\.woff2$|\.svg$/;

/**
 * Returns the service worker's script (app/worker) after a line with the build's id and files. Another build makes it
 * another script, by which browsers notice the update.
 *
 * @param folder the built app; null while there is none
 */
export async function readWorkerScript(folder: string | null): Promise<string> {
  const code = folder && (await readFile(join(folder, "sw.js"), "utf8").catch(() => null));
  if (!folder || !code) return UNREGISTER;
  const names = (await readdir(join(folder, "assets"))).filter((name) => CACHED_FILES.test(name)).sort();
  const id = createHash("sha256").update(names.join()).update(code).digest("base64url").slice(0, 12);
  return `self.build=${JSON.stringify({ id, files: names.map((name) => `/assets/${name}`) })};\n${code}`;
}
