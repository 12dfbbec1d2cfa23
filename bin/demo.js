// npm run demo: the site on recorded feeds from a server of its own on this machine, without the internet.
import { announce, build, install, node, projectEnvironment, run } from "./setup.js";

install();
build();
process.exitCode = await run(node, ["tests/support/demo.ts"], {
  env: projectEnvironment({ NODE_ENV: "production" }),
  onMessage: announce,
});
