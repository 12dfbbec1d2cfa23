import type { Config } from "@react-router/dev/config";
import { buildDesk } from "./tools/buildDesk.ts";
import { bundleServer } from "./tools/bundleServer.ts";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  // Each page contains the list of all routes, about a dozen, since a later request for a route might fail.
  routeDiscovery: { mode: "initial" },
  // The server's bundle comes last: its date says that the build is whole.
  buildEnd: async () => {
    await buildDesk();
    await bundleServer();
  },
} satisfies Config;
