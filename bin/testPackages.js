// Installs programs that some tests need; test.js runs this file in a worker. Tests without their program are skipped.
import { say } from "./setup.js";
import { installSystemPackages } from "./systemPackages.js";

const missing = installSystemPackages([
  "caddy",
  "faketime",
  "ffmpeg",
  "icecast2",
  "nginx",
  "openssl",
  "varnish varnish-modules",
]);
if (missing.length > 0)
  say(`Skipping the tests that run ${missing.join(", ")}, which are not installed (Debian: apt-get install).`);
