// Gets a clone ready: packages installed, the app built. Plain JavaScript without dependencies, for whatever Node from 20
// on the machine has; what it prepares runs on the Node that package.json names.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that the project runs on, brought by npm. */
export const node = join(root, "node_modules/node/bin/node");

const INSTALLED = join(root, "node_modules/.package-lock.json");
const BUILT = join(root, "build/.built");
const APP_SOURCES = [
  "app",
  "core",
  "tools/serviceWorker.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
];

/** The environment in which the project's own commands run: its Node and its tools come first. */
export function projectEnvironment(extra = {}) {
  const path = [join(root, "node_modules/node/bin"), join(root, "node_modules/.bin"), process.env.PATH].join(":");
  // What was compiled once is not compiled at each start: a site is up in two thirds of the time.
  const compiled = join(root, "node_modules/.cache/compiled");
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled, ...extra };
}

/** Installs what package-lock.json names where it is newer than what is installed. */
export function install() {
  const [major] = process.versions.node.split(".").map(Number);
  if (major < 20) fail(`Node ${process.versions.node} is too old: install Node 20 or newer from https://nodejs.org.`);
  if (existsSync(node) && existsSync(INSTALLED) && modified(INSTALLED) >= modified(join(root, "package-lock.json")))
    return;
  say("Installing packages (about half a minute, once)");
  // Not "npm ci": it refuses a lock file that does not name the builds of tools for every other platform, and the
  // registry from which the lock file was made may not have had them all. The versions are the lock file's all the same.
  const result = spawnSync("npm", ["install", "--no-save", "--loglevel=error", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    // A production environment would leave out what the tests need.
    env: { ...process.env, NODE_ENV: "" },
  });
  if (result.error)
    fail(`npm could not be run (${result.error.message}): install it with Node from https://nodejs.org.`);
  if (result.status !== 0)
    fail("The packages could not be installed: npm's own words stand above. Is the npm registry within reach?");
  if (spawnSync(node, ["--version"]).status !== 0)
    fail(
      "The Node that npm brought does not run here: allow the install script of the package node, then run npm install.",
    );
  // npm leaves the file as old as it is where nothing changed.
  if (existsSync(INSTALLED)) utimesSync(INSTALLED, new Date(), new Date());
}

/** Builds the app where a source is newer than the build. */
export function build() {
  if (existsSync(BUILT) && modified(BUILT) >= Math.max(...APP_SOURCES.map((name) => newest(join(root, name))))) return;
  say("Building the pages (about ten seconds)");
  const result = spawnSync(node, ["node_modules/@react-router/dev/bin.cjs", "build"], {
    cwd: root,
    encoding: "utf8",
    env: projectEnvironment({ NODE_ENV: "production" }),
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}${result.stderr}`);
    fail("The pages could not be built: the reason stands above.");
  }
  writeFileSync(BUILT, "");
}

/**
 * Runs a command of the project until it ends, passing on the signals that ask for its end.
 *
 * @returns its exit status
 */
export function run(command, args, { env = projectEnvironment(), onMessage } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
      process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
    if (onMessage) child.on("message", onMessage);
    child.on("error", (error) => fail(`${command} could not be run: ${error.message}.`));
    child.on("exit", (status, signal) => resolve(status ?? (signal ? 1 : 0)));
  });
}

/** Says where the site is, once the server sends its port. Node's own watcher sends messages too. */
export function announce(message) {
  if (message.port) say(`The site is at http://localhost:${message.port} (Ctrl-C ends it).`);
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

export function fail(text) {
  say(`Broadsheet: ${text}`);
  process.exit(1);
}

function modified(path) {
  return statSync(path).mtimeMs;
}

/** The newest date in a folder, that of folders too: they are newer where a file was taken away. */
function newest(path) {
  const own = modified(path);
  if (!statSync(path).isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => newest(join(path, name))));
}
