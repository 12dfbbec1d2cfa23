import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(js|css|svg)$/;
/** Smaller files do not become smaller. */
const SMALLEST = 512;
/** Where the server's build finds the readers' files, seen from its own. */
const CLIENT_ASSETS = "../client/assets";

/** Lays a brotli file beside every script, style and drawing of the build, as small as it gets: that takes its time once. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      if (this.environment.name === "client") for (const name of Object.keys(bundle)) compress(join(dir, name));
      // React Router writes the manifest of its routes while it builds the server, beside the bundle.
      const assets = join(dir, CLIENT_ASSETS);
      if (this.environment.name === "ssr")
        for (const name of readdirSync(assets))
          if (!existsSync(join(assets, `${name}.br`))) compress(join(assets, name));
    },
  };
}

function compress(file: string): void {
  if (!TEXTS.test(file)) return;
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}
