import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { precompress } from "./tools/precompress.ts";

/** The router and React, which change only with their versions. */
const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler|cookie)\//;
/** The code of every page and of the skeletons: one script and one style sheet. */
const SITE = /\/app\/(root\.tsx|routes\/site\.tsx|(ads|layout|news|styles|donation|ui)\/)|\/core\//;

/** Builds the service worker beside the pages' scripts, as one file without imports. */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  buildStart() {
    this.emitFile({ type: "chunk", id: "app/worker/serviceWorker.ts", fileName: "sw.js" });
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter(), serviceWorker, precompress()],
  build: {
    assetsInlineLimit: 0,
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: "framework", test: FRAMEWORK, priority: 2 },
              { name: "site", test: SITE, priority: 1 },
            ],
          },
        },
      },
    }),
  },
}));
