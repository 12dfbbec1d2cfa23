import { relative } from "node:path";
import { root } from "./setup.js";
import { createSuiteProgress } from "./suiteProgress.js";

/** Prints each test of Playwright's run when it ends, and each failure at once. */
export default class PlaywrightReporter {
  progress = createSuiteProgress("playwright");

  onBegin(_config, suite) {
    this.progress.begin(suite.allTests().length);
  }

  onTestEnd(test, { status, duration, errors }) {
    const file = relative(root, test.location.file);
    if (status === "skipped") this.progress.skip(file, test.title);
    else if (status === test.expectedStatus) this.progress.pass();
    else {
      const message = errors.map(({ message, value }) => message ?? value).join("\n") || status;
      const command = `npx playwright test ${file}:${test.location.line}`;
      this.progress.fail({ file: `${file}:${test.location.line}`, name: test.title, message, command });
    }
    this.progress.end(`${file}: ${test.title}`, duration);
  }

  onError({ message, location }) {
    const file = location ? relative(root, location.file) : "playwright";
    this.progress.fail({ file, name: "outside of tests", message: message ?? "", command: "npx playwright test" });
  }

  onEnd() {
    this.progress.finish();
  }

  /** Keeps Playwright from printing its own output. */
  printsToStdio() {
    return true;
  }
}
