import { cpSync, rmSync } from "node:fs";
import http from "node:http";
import { basename, dirname, join } from "node:path";
import { build, type Plugin } from "vite";
import { reactModules } from "./reactModules.ts";

const OUTPUT = "build/bundle";
/** Packages that are not bundled, since they load native code or WebAssembly from files. */
export const UNBUNDLED_PACKAGES = ["sharp", "harfbuzzjs", "wawoff2"];
/** Id of the module that replaces `node:http`. */
const LAZY_HTTP = "\0lazy-http";
/** Matches the URL of a module that the server starts as a process or a thread, or loads on demand. */
const MODULE_URL = /new URL\("([^"]+)\.[tj]s", import\.meta\.url\)/g;

/**
 * Bundles the server, the commands and the pages' build with their packages into `build/bundle`. Without the bundle,
 * finding and reading about 700 files took half of the startup time and a quarter of the memory.
 */
export async function bundleServer(): Promise<void> {
  rmSync(OUTPUT, { recursive: true, force: true });
  cpSync("server/images/drawn/fonts", join(OUTPUT, "fonts"), { recursive: true });
  await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [moduleUrls, lazyHttp, reactModules()],
    // Vite is not bundled, since it is used only in development.
    ssr: { noExternal: true, external: [...UNBUNDLED_PACKAGES, "vite"] },
    build: {
      ssr: true,
      target: "esnext",
      outDir: OUTPUT,
      emptyOutDir: false,
      copyPublicDir: false,
      // Keeps function names and line breaks for the stack traces in the log.
      minify: false,
      rolldownOptions: {
        input: { main: "server/main.ts", cli: "server/cli.ts" },
        // Writes all files to one folder, since the modules look for each other and for the fonts in their own folder.
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
}

/** Finds the modules that the server addresses by URLs. Bundles each as a separate entry, and corrects its URL. */
const moduleUrls: Plugin = {
  name: "module-urls",
  transform(code, id) {
    if (id.includes("node_modules")) return;
    return code.replace(MODULE_URL, (match, path: string) => {
      const name = basename(path);
      const extension = match.includes('.ts"') ? "ts" : "js";
      this.emitFile({ type: "chunk", id: join(dirname(id), `${path}.${extension}`), fileName: `${name}.js` });
      return `new URL("./${name}.js", import.meta.url)`;
    });
  },
};

/**
 * Loads `node:http` without an import statement, to save 60 ms of CPU time at each start. An import would evaluate the
 * module's lazy exports, such as `WebSocket`. They load Node's own copy of undici.
 */
const lazyHttp: Plugin = {
  name: "lazy-http",
  enforce: "pre",
  resolveId: (source, _importer, { kind }) =>
    kind === "import-statement" && /^(node:)?http$/.test(source) ? LAZY_HTTP : null,
  load(id) {
    if (id !== LAZY_HTTP) return null;
    const exports = Object.entries(Object.getOwnPropertyDescriptors(http));
    const names = exports.flatMap(([name, { get }]) => (get ? [] : name));
    return `const http = process.getBuiltinModule("node:http");
export default http;
export const { ${names.join(", ")} } = http;`;
  },
};
