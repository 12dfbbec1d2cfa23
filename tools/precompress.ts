import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(js|css|svg)$/;
/** Smaller files do not become smaller. */
const SMALLEST = 512;

/** Lays a brotli file beside every script, style and drawing of the build, as small as it gets: that takes its time once. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    writeBundle({ dir = "" }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => TEXTS.test(file))) {
        const bytes = readFileSync(join(dir, name));
        if (bytes.length < SMALLEST) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}
