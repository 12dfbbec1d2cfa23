// Called by npx broadsheet and by ./broadsheet: runs the production server or a command for operators, on the project's
// own Node.
import { existsSync, realpathSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import {
  build,
  fail,
  install,
  isBuilt,
  isProductionInstall,
  node,
  projectEnvironment,
  root,
  run,
  whenNpmEnds,
} from "./setup.js";

const args = process.argv.slice(2);
// `--env-file FILE` may precede the command.
const commandAt = args.findIndex((arg, index) => !arg.startsWith("-") && args[index - 1] !== "--env-file");
const isServer = args[commandAt] === "serve";
// A production server builds and installs nothing: it may have no network, and a read-only disk.
const mayBuild = !isServer && !isProductionInstall();
if (mayBuild) {
  install();
  build();
} else if (!(existsSync(node) && isBuilt()))
  fail("The packages or the pages are missing: run npm run install:production.");

const entry = join(root, isServer ? "build/bundle/main.js" : "build/bundle/cli.js");
const rest = isServer ? args.toSpliced(commandAt, 1) : args;
const env = projectEnvironment({ NODE_ENV: "production" });

if (realpathSync(process.execPath) === realpathSync(node)) {
  // Runs the command in this process, which then receives the signals to the command's process ID.
  Object.assign(process.env, env);
  // NODE_COMPILE_CACHE takes effect only at a process's start. Without the variable, this call would use a folder for
  // temporary files.
  if (env.NODE_COMPILE_CACHE) module.enableCompileCache();
  process.argv.splice(1, process.argv.length - 1, entry, ...rest);
  // Ends this process when npm ends, since npm forwards no signals. Otherwise, previews and long commands would run on.
  whenNpmEnds(() => process.kill(process.pid, "SIGTERM"));
  if (isServer) process.chdir(root);
  await import(entry);
} else {
  process.exitCode = await run(node, ["--", entry, ...rest], { env, cwd: isServer ? root : process.cwd() });
}
