// Gets the radio's tests a real station: Icecast and ffmpeg from the system's packages. Without them those tests are
// skipped, and say so.
import { spawnSync } from "node:child_process";
import { say } from "./setup.js";

const NEEDED = [
  ["icecast2", "-v"],
  ["ffmpeg", "-version"],
];

export function prepareStation() {
  if (missing().length > 0 && process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    say(`Installing ${missing().join(" and ")} from the system's packages`);
    const quiet = { stdio: ["ignore", "ignore", 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-qq"], quiet);
    spawnSync("apt-get", ["install", "-y", "-qq", ...missing()], quiet);
  }
  const names = missing();
  if (names.length > 0)
    say(
      `The tests against a real radio station are skipped: they need ${names.join(" and ")} (Debian: apt-get install).`,
    );
}

function missing() {
  return NEEDED.filter(([name, word]) => spawnSync(name, [word]).error).map(([name]) => name);
}
