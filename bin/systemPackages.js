// Installs programs that some tests need from the system's packages; test.js runs this file in a worker. Tests whose
// programs are missing are skipped.
import { spawnSync } from "node:child_process";
import { say } from "./setup.js";

/** Names of packages, one of their programs, and an option with which the program ends immediately. */
const PROGRAMS = [
  ["icecast2", "icecast2", "-v"],
  ["ffmpeg", "ffmpeg", "-version"],
  ["nginx", "nginx", "-v"],
  ["caddy", "caddy", "version"],
  ["faketime", "faketime", "--version"],
  ["openssl", "openssl", "version"],
  ["varnish varnish-modules", "varnishd", "-V"],
];

installSystemPackages();

function installSystemPackages() {
  const isRoot = process.getuid?.() === 0;
  if (findMissing().length > 0 && isRoot && spawnSync("apt-get", ["--version"]).status === 0) {
    say(`Installing ${findMissing().join(", ")} from the system's packages`);
    const options = { stdio: ["ignore", "ignore", 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-qq"], options);
    // Separate installations, since a release of Debian may lack one of the packages.
    for (const name of findMissing()) spawnSync("apt-get", ["install", "-y", "-qq", ...name.split(" ")], options);
  }
  const missing = findMissing();
  if (missing.length > 0)
    say(`Skipping the tests that run ${missing.join(", ")}, which are not installed (Debian: apt-get install).`);
}

function findMissing() {
  return PROGRAMS.filter(([, program, option]) => spawnSync(program, [option]).error).map(([name]) => name);
}
