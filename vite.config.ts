import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { precompress } from "./tools/precompress.ts";
import { serviceWorker } from "./tools/serviceWorker.ts";

/** The router and React: what changes only when they are updated. */
const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler|cookie)\//;
/** What stands on every page, and on the skeletons that every page may show: one file of scripts and one of styles. */
const SITE = /\/app\/(root\.tsx|routes\/site\.tsx|(ads|layout|news|styles|donation|ui)\/)|\/core\//;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter(), serviceWorker(), precompress()],
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
