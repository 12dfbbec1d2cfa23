import { resolve } from "node:path";
import { build } from "vite";
import { precompress } from "./precompress.ts";

/** Builds the newsroom's application to `build/desk`, apart from the site's pages. */
export async function buildDesk(): Promise<void> {
  await build({
    configFile: false,
    root: "desk",
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [precompress()],
    // Packages that markdown-it needs: a sixth of the editor.
    resolve: {
      alias: {
        entities: resolve("desk/editor/document/entities.ts"),
        "linkify-it": resolve("desk/editor/document/linkify.ts"),
      },
    },
    build: {
      outDir: "../build/desk",
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: "esnext",
      // Tells the test of the budgets which files a screen loads.
      manifest: true,
      rolldownOptions: { input: ["desk/index.html", "desk/signIn.html"] },
    },
  });
}
