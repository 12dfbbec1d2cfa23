import type { Config } from "@react-router/dev/config";
import { bundleServer } from "./tools/bundleServer.ts";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  // The site has a dozen routes: sending them all at once saves a request to a server that may be out of reach by then.
  routeDiscovery: { mode: "initial" },
  buildEnd: bundleServer,
} satisfies Config;
