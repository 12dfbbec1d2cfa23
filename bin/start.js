// npm start: installs what is missing, builds what is stale, and serves the site.
import { announce, build, install, node, projectEnvironment, run } from "./setup.js";

install();
build();
process.exitCode = await run(node, ["server/main.ts"], {
  env: projectEnvironment({ NODE_ENV: "production" }),
  onMessage: announce,
});
