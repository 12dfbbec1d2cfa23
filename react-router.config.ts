import type { Config } from "@react-router/dev/config";
import { bundleServer } from "./tools/bundleServer.ts";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  // Each page contains the list of all routes, about a dozen, since a later request for a route might fail.
  routeDiscovery: { mode: "initial" },
  buildEnd: bundleServer,
} satisfies Config;
