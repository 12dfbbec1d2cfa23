// npm run install:production: installs the packages, builds the pages, and removes packages that only builds and tests need.
import { spawnSync } from "node:child_process";
import { realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, fail, install, node, root, say } from "./setup.js";

install();
build();
say("Removing the packages for development");
const { status } = spawnSync("npm", ["prune", "--omit=dev", "--no-save", "--loglevel=error"], {
  cwd: root,
  stdio: ["ignore", "ignore", 2],
});
if (status !== 0) fail("The packages for development could not be removed; see npm's message above.");
// No package is compiled, so nothing needs Node's C headers.
rmSync(join(dirname(dirname(realpathSync(node))), "include"), { recursive: true, force: true });
say("Ready: npx broadsheet serve starts the server.");
