import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|svg)$/;
/** Minimum size of a file to compress, in bytes. Smaller files fit into the same packet as the response's headers. */
const MIN_BYTES = 200;
/** Path relative to the folder of the server build. */
const CLIENT_ASSETS = "../client/assets";

/** Writes a brotli file, compressed at the highest level, for each script, style sheet and SVG of the build. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      if (this.environment.name === "client") for (const name of Object.keys(bundle)) compress(join(dir, name));
      // React Router writes its route manifest into the client's folder during the server build.
      const assets = join(dir, CLIENT_ASSETS);
      if (this.environment.name === "ssr")
        for (const name of readdirSync(assets))
          if (!existsSync(join(assets, `${name}.br`))) compress(join(assets, name));
    },
  };
}

function compress(file: string): void {
  if (!COMPRESSIBLE.test(file)) return;
  const bytes = readFileSync(file);
  if (bytes.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}
