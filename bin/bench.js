// npm run bench [-- --record]: installs what is needed, builds, and runs the benchmarks.
import { findBrowser } from "./browser.js";
import { build, fail, install, node, projectEnvironment, run } from "./setup.js";
import { installSystemPackages } from "./systemPackages.js";

install();
build();
const missing = installSystemPackages(["caddy", "nginx", "wrk"]);
if (missing.length > 0)
  fail(`The benchmarks need ${missing.join(", ")} (Debian: apt-get install ${missing.join(" ")}).`);
process.exitCode = await run(node, ["bench/all.ts", ...process.argv.slice(2)], {
  env: projectEnvironment({ CHROME_PATH: findBrowser(), NODE_ENV: "production" }),
});
