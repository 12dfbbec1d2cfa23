import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Plugin } from "vite";
import { forClientBuild } from "./clientBuild.ts";

const CSS_MODULE = /\.module\.css$/;
const DEFAULT_IMPORT = /\bimport (\w+) from ("[^"]+\.module\.css")/g;

/** Returns a class name that is shorter than Vite's, and that changes only with the file's path. */
export function createClassName(name: string, file: string): string {
  const id = createHash("sha256").update(relative(process.cwd(), file)).digest("base64url").slice(0, 3);
  return `${name}_${id}`;
}

/**
 * Imports each CSS module as a namespace of constants, which the bundler then replaces with their values. Otherwise,
 * every page would load an object with the names of all classes.
 */
export function inlineCssClasses(): Plugin {
  return forClientBuild({
    name: "inline-css-classes",
    enforce: "post",
    config: () => ({ build: { rolldownOptions: { optimization: { inlineConst: { mode: "all", pass: 3 } } } } }),
    transform: {
      filter: { id: /\.(tsx?|css)$/ },
      handler(code, id) {
        // Keeps the styles of a module whose exports have all been inlined. By default, Vite would drop the styles.
        if (CSS_MODULE.test(id)) return { moduleSideEffects: "no-treeshake" };
        const replaced = code.replaceAll(DEFAULT_IMPORT, (statement, name: string, file: string) =>
          // A class that is chosen at run time needs the object with all class names.
          code.includes(`${name}[`) ? statement : `import * as ${name} from ${file}`,
        );
        return { code: replaced, map: null };
      },
    },
  });
}
