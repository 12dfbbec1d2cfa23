// Installs Icecast and ffmpeg for the radio tests from the system's packages. Tests that need them are skipped without them.
import { spawnSync } from "node:child_process";
import { say } from "./setup.js";

const PROGRAMS = [
  ["icecast2", "-v"],
  ["ffmpeg", "-version"],
];

export function installRadioPackages() {
  const isRoot = process.getuid?.() === 0;
  if (findMissing().length > 0 && isRoot && spawnSync("apt-get", ["--version"]).status === 0) {
    say(`Installing ${findMissing().join(" and ")} from the system's packages`);
    const options = { stdio: ["ignore", "ignore", 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-qq"], options);
    spawnSync("apt-get", ["install", "-y", "-qq", ...findMissing()], options);
  }
  const missing = findMissing();
  if (missing.length > 0)
    say(`Skipping the tests against a real radio station: install ${missing.join(" and ")} (Debian: apt-get install).`);
}

function findMissing() {
  return PROGRAMS.filter(([name, option]) => spawnSync(name, [option]).error).map(([name]) => name);
}
