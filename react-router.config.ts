import type { Config } from "@react-router/dev/config";
import { buildDesk } from "./tools/buildDesk.ts";
import { bundleServer } from "./tools/bundleServer.ts";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  // Puts the list of all routes, about a dozen, into each page. A later request for the list might fail.
  routeDiscovery: { mode: "initial" },
  // Bundles the server last, so that the date of its bundle marks a complete build.
  buildEnd: async () => {
    await buildDesk();
    await bundleServer();
  },
} satisfies Config;
