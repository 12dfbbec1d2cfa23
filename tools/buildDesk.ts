import { resolve } from "node:path";
import { build } from "vite";
import { precompress } from "./precompress.ts";

/** Matches the modules of React and of the libraries that all screens need. */
const FRAMEWORK = /node_modules\/(?:react|react-dom|react-router|scheduler|hono)\//;

/** Builds the newsroom's application to `build/desk`, separately from the site's pages. */
export async function buildDesk(): Promise<void> {
  await build({
    configFile: false,
    root: "desk",
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [precompress()],
    // Replaces packages that markdown-it imports: they would be a sixth of the editor's size.
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
      // Lets the test of the size budgets find the files that a screen loads.
      manifest: true,
      rolldownOptions: {
        input: ["desk/index.html", "desk/signIn.html"],
        // Makes the framework a separate file, which stays in the browser's cache when the desk is updated.
        output: { codeSplitting: { groups: [{ name: "framework", test: FRAMEWORK }] } },
      },
    },
  });
}
