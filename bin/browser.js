// Finds Chromium for the browser tests: an installed one, else the system's package, else Playwright's own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fail, projectEnvironment, root, say } from "./setup.js";

const KNOWN_PATHS = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @returns the path of a browser, or "" if Playwright has its own */
export function findBrowser() {
  const installed = findInstalled();
  if (installed) return installed;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    say("Installing Chromium from the system's packages");
    const quiet = { stdio: ["ignore", "ignore", 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-qq"], quiet);
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium"], quiet);
    const added = findInstalled();
    if (added) return added;
  }
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

function findInstalled() {
  return KNOWN_PATHS.find((path) => path && existsSync(path));
}
