#!/usr/bin/env node
// npx broadsheet: the commands for operators, run by the project's own Node.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, node, projectEnvironment, root } from "./setup.js";

install();
const { status } = spawnSync(node, [join(root, "server/cli.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
  env: projectEnvironment({ NODE_ENV: "production" }),
});
process.exitCode = status ?? 1;
