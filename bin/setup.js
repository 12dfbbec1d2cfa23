// Prepares a clone: installs the packages and builds the pages and the server. This file is plain JavaScript without
// dependencies, and runs on Node 20 or newer. Everything else runs on the Node that package.json pins.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseCompileCache } from "./compileCache.js";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path of the Node that npm installs for the project. */
export const node = join(root, "node_modules/.bin/node");

/** With an arena per thread, glibc would retain some 3 MB more after each reload of an edition. */
const MALLOC_ARENA_MAX = "2";
/** Interval at which a process under npm checks that npm's shell is still its parent. */
const PARENT_CHECK_MS = 200;
const INSTALLED = join(root, "node_modules/.package-lock.json");
/** A file that exists only after the last step of a build. */
const BUILT = join(root, "build/bundle/main.js");
const SOURCES = [
  "app",
  "core",
  "server",
  "tools/bundleServer.ts",
  "tools/precompress.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package.json",
  "package-lock.json",
];

/** Returns the environment for the project's commands, with its Node and its tools first in PATH. */
export function projectEnvironment(extra = {}) {
  const path = [join(root, "node_modules/.bin"), process.env.PATH].join(":");
  return { MALLOC_ARENA_MAX, ...process.env, PATH: path, ...chooseCompileCache(root), ...extra };
}

/** Installs the packages if they are older than package-lock.json, or if a due build lacks packages. */
export function install() {
  const [major] = process.versions.node.split(".").map(Number);
  if (major < 20) fail(`Node ${process.versions.node} is too old: install Node 20 or newer from https://nodejs.org.`);
  if (
    existsSync(node) &&
    existsSync(INSTALLED) &&
    getModifiedMs(INSTALLED) >= getModifiedMs(join(root, "package-lock.json")) &&
    !(isProductionInstall() && isBuildStale())
  )
    return;
  say("Installing packages (about half a minute, once)");
  // "npm ci" would download everything again after each change. "npm install" checks versions and hashes of the lock file,
  // too.
  const result = spawnSync("npm", ["install", "--no-save", "--loglevel=error", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    // With NODE_ENV=production npm would skip the packages for tests.
    env: { ...process.env, NODE_ENV: "" },
  });
  if (result.error)
    fail(`npm could not be run (${result.error.message}): install it with Node from https://nodejs.org.`);
  if (result.status !== 0)
    fail("The packages could not be installed; see npm's message above. Is the npm registry reachable?");
  if (spawnSync(node, ["--version"]).status !== 0)
    fail(
      "npm installed no Node that runs here. There are packages of it for Linux and macOS on x64 and arm64; see optionalDependencies in package.json.",
    );
  // If nothing changed, npm leaves the file's modification time as it was.
  if (existsSync(INSTALLED)) utimesSync(INSTALLED, new Date(), new Date());
}

/** Returns true if installProduction.js has removed the packages that only builds and tests need. */
export function isProductionInstall() {
  return existsSync(node) && !existsSync(join(root, "node_modules/vite"));
}

/** Returns true if there is a build, of whatever age. */
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
 * Calls a function when npm, which started this process, has ended. npm runs a script in a shell, and forwards signals only
 * to that shell. The shell ends without a signal to its own child.
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

/** Prints the site's URL when the server sends its host name and port. Node's watch mode sends messages, too. */
export function announce(message) {
  const { port, socket, hosts } = message;
  if (socket) say(`The server listens on the socket ${socket} (Ctrl-C stops the server).`);
  if (!port) return;
  const addresses = (hosts.length > 0 ? hosts : ["localhost"]).map((host) => `http://${host}:${port}`);
  const is = addresses.length === 1 ? "The site is at" : "The sites are at";
  say(`${is} ${addresses.join(", ")} (Ctrl-C stops the server).`);
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

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
