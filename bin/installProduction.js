// npm run install:production: installs the packages, builds the pages, and removes the packages for builds and tests.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, fail, install, linkNode, node, runNpm, say } from "./setup.js";

install();
build();
say("Removing the packages for development");
const { status } = runNpm(["prune", "--omit=dev", "--include=optional"], { stdio: ["ignore", "ignore", 2] });
if (status !== 0) fail("The packages for development could not be removed; see npm's message above.");
linkNode();
// No package is compiled, so nothing needs Node's C headers.
rmSync(join(dirname(dirname(node)), "include"), { recursive: true, force: true });
say("Ready: ./broadsheet serve starts the server.");
