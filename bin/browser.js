// Finds Chromium for the browser tests: first its headless shell, then any installed Chromium, then Playwright's own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fail, projectEnvironment, root, say } from "./setup.js";

/** Debian's headless shell of Chromium. It opens a window in 0.1 s of CPU time; the full Chromium takes 0.7 s. */
const SHELL = { package: "chromium-headless-shell", path: "/usr/bin/chromium-headless-shell" };
const KNOWN_PATHS = [
  process.env.CHROME_PATH,
  SHELL.path,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Finds a browser, and installs one if there is none.
 *
 * @returns the path of the browser, or "" if Playwright uses the Chromium that it downloaded
 */
export function findBrowser() {
  if (!process.env.CHROME_PATH && !existsSync(SHELL.path)) installPackage(SHELL.package);
  if (!findInstalled()) installPackage("chromium");
  const installed = findInstalled();
  if (installed) return installed;
  say("Installing Playwright's Chromium");
  const { status } = spawnSync(join(root, "node_modules/.bin/playwright"), ["install", "chromium"], {
    stdio: ["ignore", 2, 2],
    env: projectEnvironment(),
  });
  if (status === 0) return "";
  fail(
    "The browser tests need Chromium, and it could not be installed. Install it (Debian: apt-get install chromium) or set CHROME_PATH.",
  );
}

/** Installs a Debian package. Does nothing if this user is not root or the machine has no apt-get. */
function installPackage(name) {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return;
  say(`Installing ${name} from the system's packages`);
  const options = {
    stdio: ["ignore", "ignore", 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: 180_000,
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", name], options);
}

function findInstalled() {
  return KNOWN_PATHS.find((path) => path && existsSync(path));
}
