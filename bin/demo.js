// npm run demo [-- --edition FOLDER]: starts the site with recorded feeds from a local server, without the internet.
import { announce, build, install, node, projectEnvironment, run } from "./setup.js";

install();
build();
process.exitCode = await run(node, ["tests/support/demo.ts", ...process.argv.slice(2)], {
  env: projectEnvironment({ NODE_ENV: "production" }),
  onMessage: announce,
});
