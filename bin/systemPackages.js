// Installs programs that tests and benchmarks need from the system's packages.
import { spawnSync } from "node:child_process";
import { say } from "./setup.js";

/** Programs by the names of their packages, each with an option that makes the program end immediately. */
const PROGRAMS = {
  caddy: ["caddy", "version"],
  faketime: ["faketime", "--version"],
  ffmpeg: ["ffmpeg", "-version"],
  icecast2: ["icecast2", "-v"],
  nginx: ["nginx", "-v"],
  openssl: ["openssl", "version"],
  "varnish varnish-modules": ["varnishd", "-V"],
  wrk: ["wrk", "-v"],
};

/**
 * Installs packages whose programs are missing. Does nothing if this user is not root or the machine has no apt-get.
 *
 * @param {(keyof typeof PROGRAMS)[]} packages
 * @returns the packages whose programs are still missing
 */
export function installSystemPackages(packages) {
  const listMissing = () => packages.filter((name) => spawnSync(PROGRAMS[name][0], [PROGRAMS[name][1]]).error);
  if (listMissing().length > 0 && process.getuid?.() === 0 && !spawnSync("apt-get", ["--version"]).error) {
    say(`Installing ${listMissing().join(", ")} from the system's packages`);
    const options = { stdio: ["ignore", "ignore", 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-qq"], options);
    // Separate installations, since a release of Debian may lack one of the packages.
    for (const name of listMissing()) spawnSync("apt-get", ["install", "-y", "-qq", ...name.split(" ")], options);
  }
  return listMissing();
}
