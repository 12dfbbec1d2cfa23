// npm run screens: takes a screenshot of every screen, for docs/screens.
import { findBrowser } from "./browser.js";
import { build, install, node, projectEnvironment, run } from "./setup.js";

install();
build();
process.exitCode = await run(node, ["tools/screens.ts", "docs/screens"], {
  env: projectEnvironment({ CHROME_PATH: findBrowser() }),
});
