// npm start: installs what is missing, builds what is stale, and serves the site.
import { announce, build, install, node, projectEnvironment, run } from "./setup.js";

install();
build();
process.exitCode = await run(node, ["build/bundle/main.js", ...process.argv.slice(2)], {
  env: projectEnvironment({ NODE_ENV: "production", EXAMPLES: process.env.EXAMPLES || "on", DESK_FIRST_LINK: "on" }),
  onMessage: announce,
});
