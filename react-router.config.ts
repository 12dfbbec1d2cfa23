import type { Config } from "@react-router/dev/config";
import { bundleServer } from "./tools/bundleServer.ts";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  // Pages contain the list of all routes, about a dozen. A later request for a route might not reach the server.
  routeDiscovery: { mode: "initial" },
  buildEnd: bundleServer,
} satisfies Config;
