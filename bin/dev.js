// npm run dev: starts the site with hot reload of components; the server restarts when its own sources change.
import { announce, install, node, projectEnvironment, run } from "./setup.js";

install();
process.exitCode = await run(
  node,
  [
    ...["--conditions=development", "--watch-path=server", "--watch-path=core", "--watch-preserve-output"],
    ...["server/main.ts", ...process.argv.slice(2)],
  ],
  {
    env: projectEnvironment({ NODE_ENV: "development", EXAMPLES: process.env.EXAMPLES || "on", DESK_FIRST_LINK: "on" }),
    onMessage: announce,
  },
);
