// Prepares a clone: installs the packages and builds the pages and the server. This file is plain JavaScript without
// dependencies, and runs on Node 20 or newer. Everything else runs on the Node that package.json pins.
import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseCompileCache } from "./compileCache.js";
import { explainStartFailure, findMachineFault, getNodePackage, readMachine } from "./machine.js";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Path of the project's Node, in its package. npm before 11.6.2 makes no `node_modules/.bin/node`, since all four
 * packages with Node have a program of this name.
 */
export const node = join(root, "node_modules", getNodePackage(process), "bin/node");

/** Folder for libatomic, which Node needs and a minimal Debian lacks. Only such machines and releases have it. */
const LIBRARIES = join(dirname(dirname(node)), "lib");
/** glibc's limit of memory arenas. With one per thread, each reload of an edition would keep some 3 MB more. */
const MALLOC_ARENA_MAX = "2";
/** Interval, in ms, at which a process that npm started checks that npm's shell is still its parent. */
const PARENT_CHECK_MS = 200;
const INSTALLED = join(root, "node_modules/.package-lock.json");
/** Options for npm. With `--prefer-offline`, npm trusts its cached metadata: a complete cache suffices offline. */
const NPM_OPTIONS = ["--no-save", "--loglevel=error", "--no-audit", "--no-fund", "--prefer-offline"];
/** A file that exists only after the last step of a build. */
const BUILT = join(root, "build/bundle/main.js");
const SOURCES = [
  "app",
  "core",
  "desk",
  "server",
  "tools/buildDesk.ts",
  "tools/bundleServer.ts",
  "tools/precompress.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package.json",
  "package-lock.json",
];

/** Returns the environment for the project's commands, with its Node and its tools first in PATH. */
export function projectEnvironment(extra = {}) {
  const path = [dirname(node), join(root, "node_modules/.bin"), process.env.PATH].join(":");
  const libraries = existsSync(LIBRARIES) ? { LD_LIBRARY_PATH: LIBRARIES } : {};
  return { MALLOC_ARENA_MAX, ...process.env, PATH: path, ...chooseCompileCache(root), ...libraries, ...extra };
}

/** Makes sure that Node starts and that its link exists. Adds libatomic if the system lacks this library. */
function prepareNode() {
  let started = startNode();
  if (started.stderr?.includes("libatomic") && process.platform === "linux") {
    mkdirSync(LIBRARIES, { recursive: true });
    copyFileSync(join(root, `tools/libatomic/linux-${process.arch}.so`), join(LIBRARIES, "libatomic.so.1"));
    started = startNode();
  }
  if (started.status !== 0) fail(explainStartFailure(started.error?.message ?? started.stderr));
  linkNode();
}

function startNode() {
  return spawnSync(node, ["--version"], { encoding: "utf8", env: projectEnvironment() });
}

/** Installs packages if package-lock.json is newer, or if a build needs those that installProduction.js removed. */
export function install() {
  if (
    existsSync(node) &&
    existsSync(INSTALLED) &&
    getModifiedMs(INSTALLED) >= getModifiedMs(join(root, "package-lock.json")) &&
    !(isProductionInstall() && isBuildStale())
  ) {
    prepareNode();
    return;
  }
  const fault = findMachineFault(readMachine());
  if (fault) fail(fault);
  say("Installing packages (about half a minute, once)");
  // "npm ci" would download everything again after each change. "npm install" also checks the versions and hashes of
  // the lock file. `--include` is needed because Node is an optional package, which npm's configuration may omit.
  const result = runNpm(["install", "--include=optional"], {
    stdio: ["ignore", 2, 2],
    // With NODE_ENV=production npm would skip the packages for tests.
    env: { ...process.env, NODE_ENV: "" },
  });
  if (result.error)
    fail(`npm could not be run (${result.error.message}): install it with Node from https://nodejs.org.`);
  if (result.status !== 0)
    fail("The packages could not be installed; see npm's message above. Is the npm registry reachable?");
  prepareNode();
  // If nothing changed, npm leaves the file's old modification time, and the next start would install again.
  if (existsSync(INSTALLED)) utimesSync(INSTALLED, new Date(), new Date());
}

/**
 * Runs npm, by default in the project's folder: the npm that runs this script, on that npm's own Node, or else the
 * first npm in PATH.
 */
export function runNpm(args, options) {
  const { npm_execpath: cli = "", npm_node_execpath: npmNode = "" } = process.env;
  const [command, ...first] = cli.endsWith("npm-cli.js") && existsSync(npmNode) ? [npmNode, cli] : ["npm"];
  return spawnSync(command, [...first, ...args, ...NPM_OPTIONS], { cwd: root, ...options });
}

/**
 * Makes `node_modules/.bin/node` if npm did not, so that `npx vitest` runs on the project's Node. The systemd units of
 * version 0.1 use this path, too.
 */
export function linkNode() {
  const link = join(root, "node_modules/.bin/node");
  const needsLibrary = existsSync(LIBRARIES);
  if (existsSync(link) && !needsLibrary) return;
  try {
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { force: true });
    const name = getNodePackage(process);
    // Where Node needs the library, writes a script that sets the library's path: npm puts this folder first in PATH,
    // and would run a linked Node without the library.
    const script = `#!/bin/sh\nall="\${0%/*}/.."\nLD_LIBRARY_PATH="$all/${name}/lib" exec "$all/${name}/bin/node" "$@"\n`;
    if (needsLibrary) writeFileSync(link, script, { mode: 0o755 });
    else symlinkSync(relative(dirname(link), node), link);
  } catch {
    // The folder belongs to another user, or the disk is read-only. Nothing in the project itself needs the link.
  }
}

/** Returns true if installProduction.js has removed the packages that only builds and tests need. */
export function isProductionInstall() {
  return existsSync(node) && !existsSync(join(root, "node_modules/vite"));
}

/** Returns true if a complete build exists, even if it is older than the sources. */
export function isBuilt() {
  return existsSync(BUILT);
}

function isBuildStale() {
  const getSourcesMs = () => Math.max(...SOURCES.map((name) => findNewestMs(join(root, name))));
  return !existsSync(BUILT) || getModifiedMs(BUILT) < getSourcesMs();
}

/** Builds the pages and the server if a source is newer than the build. */
export function build() {
  if (!isBuildStale()) return;
  say("Building the pages and the server (about ten seconds)");
  const result = spawnSync(node, ["node_modules/@react-router/dev/bin.cjs", "build"], {
    cwd: root,
    encoding: "utf8",
    env: projectEnvironment({ NODE_ENV: "production" }),
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}${result.stderr}`);
    fail("The pages could not be built; see the message above.");
  }
}

/**
 * Runs a command of the project and forwards signals to it.
 *
 * @returns the command's exit status
 */
export function run(command, args, { cwd = root, env = projectEnvironment(), onMessage } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
      process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
    whenNpmEnds(() => child.kill("SIGTERM"));
    if (onMessage) child.on("message", onMessage);
    child.on("error", (error) => fail(`${command} could not be run: ${error.message}.`));
    child.on("exit", (status, signal) => resolve(status ?? (signal ? 1 : 0)));
  });
}

/**
 * Calls a function when npm, which started this process, has ended. npm runs a script in a shell and forwards signals
 * only to that shell, which ends without a signal to this process.
 */
export function whenNpmEnds(stop) {
  if (!process.env.npm_command) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS).unref();
}

/** Prints the addresses of the site and the desk from a server's message. Ignores messages of Node's watch mode. */
export function announce(message) {
  const { port, socket, hosts, desk } = message;
  if (socket) say(`The server listens on the socket ${socket} (Ctrl-C stops the server).`);
  if (port) {
    const addresses = (hosts.length > 0 ? hosts : ["localhost"]).map((host) => `http://${host}:${port}`);
    const is = addresses.length === 1 ? "The site is at" : "The sites are at";
    say(`${is} ${addresses.join(", ")} (Ctrl-C stops the server).`);
  }
  if (desk?.url) say(`The desk, where the newsroom works, is at ${desk.url}`);
  if (desk?.reason) say(`The desk is not served: ${desk.reason}`);
  // The link is never logged, since anyone who reads it in a log could sign in.
  if (desk?.firstLink) say(`Nobody has signed in to it yet. This link does, once, within 24 hours: ${desk.firstLink}`);
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** @param {string} text @returns {never} */
export function fail(text) {
  say(`Broadsheet: ${text}`);
  process.exit(1);
}

function getModifiedMs(path) {
  return statSync(path).mtimeMs;
}

/** Returns the newest modification time in a folder. Folders count, since deleting a file changes only its folder. */
function findNewestMs(path) {
  const own = getModifiedMs(path);
  if (!statSync(path).isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => findNewestMs(join(path, name))));
}
